import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admission } from '#src/creation/admission.ts'

function doors(freeBytes: number, waiting = 0) {
  return admission({
    tasks: { counts: () => Promise.resolve({ waiting, processing: 0 }) },
    limits: { maxWaitingTasks: 10, maxUploadsAtOnce: 3 },
    freeBytes: () => Promise.resolve(freeBytes),
    minFreeBytes: 100,
  })
}

test('what uploads under way may still write counts as written', async () => {
  const { admit } = doors(1000)
  const leave = await admit(600)
  await assert.rejects(admit(400), { code: 'unavailable' })
  const other = await admit(300)
  leave()
  leave()
  const last = await admit(600)
  other()
  last()
  await admit(900)
})

test('a refused creation takes no place', async () => {
  const { admit } = doors(1000)
  for (let n = 0; n < 10; n++) await assert.rejects(admit(5000), { code: 'unavailable' })
  await Promise.all([admit(0), admit(0), admit(0)])
  await assert.rejects(admit(0), { code: 'unavailable' })
})

test('a full queue and closed doors let nobody in', async () => {
  await assert.rejects(doors(1000, 10).admit(0), { code: 'queue_full' })
  const closed = doors(1000)
  closed.close()
  await assert.rejects(closed.admit(0), { code: 'unavailable' })
})
