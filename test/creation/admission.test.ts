import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitor } from '#src/accounts/account.ts'
import { admission } from '#src/creation/admission.ts'

function doors(freeBytes: number, waiting = 0) {
  return admission({
    tasks: { counts: () => Promise.resolve({ waiting, processing: 0 }) },
    limits: { maxWaitingTasks: 10, maxUploadsAtOnce: 3, accountNeeded: false },
    freeBytes: () => Promise.resolve(freeBytes),
    minFreeBytes: 100,
  })
}

test('what uploads under way may still write counts as written', async () => {
  const { admit } = doors(1000)
  const leave = await admit(600, visitor)
  await assert.rejects(admit(400, visitor), { code: 'unavailable' })
  const other = await admit(300, visitor)
  leave()
  leave()
  const last = await admit(600, visitor)
  other()
  last()
  await admit(900, visitor)
})

test('a refused creation takes no place', async () => {
  const { admit } = doors(1000)
  for (let n = 0; n < 10; n++) await assert.rejects(admit(5000, visitor), { code: 'unavailable' })
  await Promise.all([admit(0, visitor), admit(0, visitor), admit(0, visitor)])
  await assert.rejects(admit(0, visitor), { code: 'unavailable' })
})

test('a full queue and closed doors let nobody in', async () => {
  await assert.rejects(doors(1000, 10).admit(0, visitor), { code: 'queue_full' })
  const closed = doors(1000)
  closed.close()
  await assert.rejects(closed.admit(0, visitor), { code: 'unavailable' })
})
