import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitor } from '#src/accounts/account.ts'
import { admission } from '#src/creation/admission.ts'
import { DiskSpace } from '#src/creation/disk-space.ts'
import type { AppError } from '#src/lib/app-error.ts'
import { queueFull, tooManyOfClient } from '#src/creation/task-queue.ts'
import type { CreationDeps } from '#src/creation/creation-deps.ts'
import type { Client } from '#src/creation/task.ts'

const stranger = { viewer: visitor, clientKey: '192.0.2.1' }
const from = (number: number) => ({ ...stranger, clientKey: `192.0.2.${number}` })

function doors(freeBytes: number, waiting = 0, limits: object = {}) {
  const checkCapacity = async (maxWaiting: number, client?: Client) => {
    if (waiting >= maxWaiting) throw queueFull()
    if (client?.name === 'busy') throw tooManyOfClient(client.maxWaiting)
  }
  return admission({
    tasks: { submissions: { checkCapacity } },
    clientOf: ({ clientKey }) => ({ name: clientKey, maxWaiting: 5 }),
    limits: {
      maxWaitingTasks: 10,
      maxUploadsAtOnce: 3,
      maxUploadsPerAddress: Infinity,
      accountNeeded: false,
      ...limits,
    },
    diskSpace: new DiskSpace({ freeBytes: () => Promise.resolve(freeBytes), minFreeBytes: 100 }),
  } as CreationDeps)
}

test('the bytes that running uploads may still write count as written', async () => {
  const { admit } = doors(1000)
  const leave = await admit(600, stranger)
  await assert.rejects(admit(400, stranger), { code: 'unavailable' })
  const other = await admit(300, stranger)
  leave()
  leave()
  const last = await admit(600, stranger)
  other()
  last()
  await admit(900, stranger)
})

test('a refused creation takes no place', async () => {
  const { admit } = doors(1000)
  for (let n = 0; n < 10; n++) await assert.rejects(admit(5000, stranger), { code: 'unavailable' })
  await Promise.all([admit(0, stranger), admit(0, stranger), admit(0, stranger)])
  await assert.rejects(admit(0, stranger), { code: 'unavailable' })
})

test('a full queue and closed doors admit nobody', async () => {
  await assert.rejects(doors(1000, 10).admit(0, stranger), { code: 'queue_full' })
  const closed = doors(1000)
  closed.close()
  await assert.rejects(closed.admit(0, stranger), { code: 'unavailable' })
})

test('one address has a share of the running uploads, so that others are admitted too', async () => {
  const { admit } = doors(1000, 0, { maxUploadsAtOnce: 10, maxUploadsPerAddress: 2 })
  const leave = await admit(0, stranger)
  await admit(0, stranger)
  await assert.rejects(admit(0, stranger), { code: 'rate_limited' })
  await admit(0, from(2))
  leave()
  await admit(0, stranger)
})

test('a few addresses that use their whole share leave places for uploads of others', async () => {
  const { admit } = doors(1000, 0, { maxUploadsAtOnce: 64, maxUploadsPerAddress: 16 })
  const codes = new Set<unknown>()
  for (let number = 0; number < 100; number++) {
    await admit(0, from(number % 4)).catch(({ code }: AppError) => codes.add(code))
  }
  assert.deepEqual([...codes], ['rate_limited'])
  for (let number = 4; number < 20; number++) await admit(0, from(number))
})

test('the doors are crowded while more than half of the places are taken', async () => {
  const { admit, isCrowded } = doors(1000, 0, { maxUploadsAtOnce: 4 })
  await admit(0, stranger)
  await admit(0, from(2))
  assert.equal(isCrowded(), false)
  const leave = await admit(0, from(3))
  assert.equal(isCrowded(), true)
  leave()
  assert.equal(isCrowded(), false)
})

test('when making GIFs requires an account, a visitor is refused before sending anything', async () => {
  const { admit } = doors(1000, 0, { accountNeeded: true })
  await assert.rejects(admit(0, stranger), { code: 'unauthorized' })
  const account = { id: 1, email: 'a@b', premium: false, admin: false, blocked: false, createdAt: 0 }
  await admit(0, { ...stranger, viewer: { account } })
})

test('a client with too many waiting tasks is refused before its body is read, and others are not', async () => {
  const { admit } = doors(1000)
  const refusal = { code: 'rate_limited', retryAfterSeconds: 30, message: /5 GIFs in the queue/ }
  await assert.rejects(admit(0, { ...stranger, clientKey: 'busy' }), refusal)
  await admit(0, stranger)
})
