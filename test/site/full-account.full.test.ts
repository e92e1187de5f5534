import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send } from '../support/full-account-calls.ts'
import { FullAccountServer, oneMachine } from '../support/full-account-server.ts'
import { writtenZip } from '../support/media/written-zip.ts'
import { fullSize } from '../support/stores/full-account.ts'
import { zipOf } from '../support/stores/drops.ts'

const account = new FullAccountServer(fullSize)

test(
  'an archive of 2,000 refused files blocks nobody, and the first of them are listed',
  oneMachine,
  async () => {
    const page = await account.importRefused('r'.repeat(22))
    assert.match(page, /2,000 refused/)
    assert.match(page, /first 500 refused files are listed; 1,500 more were refused/)
    // Sending it again after its answer was lost counts nothing twice.
    assert.match(await account.importRefused('r'.repeat(22)), /2,000 refused/)
  },
)

test(
  'a list of millions of entries is refused, and the server continues with a small heap',
  oneMachine,
  async () => {
    const list = Buffer.concat([
      Buffer.from('[{"url":"https://example.org/a.gif"}'),
      Buffer.from(',{}'.repeat(10_000_000)),
      Buffer.from(']'),
    ])
    // Stored without compression it is processed fully; compressed to almost nothing it is not unpacked at all.
    const stored = writtenZip([{ name: 'favorites.json', data: list, stored: true }])
    assert.match(
      await account.importArchive('l'.repeat(22), stored),
      /favorites\.json is too large to be read/,
    )
    const packed = await zipOf({ 'favorites.json': list })
    assert.ok(packed.length < 200_000)
    assert.match(await account.importArchive('p'.repeat(22), packed), /inflate to more than 40 times/)
  },
)

test('a large drop is changed in batches, so that pages are answered in between', oneMachine, async () => {
  const { server, full } = account
  const body = new URLSearchParams({ action: 'change', all: '1', add_tags: 'lily pad' }).toString()
  const headers = { ...account.headers(), 'content-type': 'application/x-www-form-urlencoded' }
  let location: string | undefined
  const answered = await account.answeredDuring(async () => {
    const call = { method: 'POST', path: `/import/${full.batch}`, headers, body }
    location = (await send(call, server.url)).headers.location
  })
  // Every GIF and every waiting file is changed, but no refused file.
  assert.match(location ?? '', /done=change&count=1200&unchanged=500$/)
  assert.ok(answered >= 10, `${answered} pages were answered`)
})

test('no call of an account at its limits blocks the event loop', oneMachine, () => account.checkCalls())
