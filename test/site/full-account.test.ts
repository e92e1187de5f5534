import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FullAccountServer, oneMachine } from '../support/full-account-server.ts'
import { fullSize } from '../support/stores/full-account.ts'

// Large enough that each call would block the event loop for too long if it did all its work in one turn.
const account = new FullAccountServer({ ...fullSize, gifs: 800, gifsInDrop: 600 })

test(
  'an archive of 2,000 refused files is received without blocking the event loop',
  oneMachine,
  async () => {
    assert.match(await account.importRefused('r'.repeat(22)), /2,000 refused/)
  },
)

test('no call of a well-filled account blocks the event loop', oneMachine, async () => {
  const { batch, smallBatch } = account.full
  await account.checkCalls((call) =>
    call.name === 'POST /import/{batch}/delete'
      ? { ...call, path: call.path.replace(batch, smallBatch) }
      : call,
  )
})
