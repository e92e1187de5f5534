import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listedLimits } from '#src/import/drops/drop.ts'
import { onOneMachine, testConfig } from '../support/instance.ts'
import { callsOf, send } from '../support/full-account-calls.ts'
import { writtenZip } from '../support/media/written-zip.ts'
import { leastOfThree, limitMs, longestTurnMs, turnProbe } from '../support/processes/main-thread.ts'
import { dataFolder, type ServerProcess, startServer } from '../support/processes/server-process.ts'
import { fillAccount, type FullAccount } from '../support/stores/full-account.ts'
import { zipOf } from '../support/stores/drops.ts'
import { until } from '../support/until.ts'

const oneMachine = onOneMachine('the account is written by SQL.')
let server: ServerProcess
let full: FullAccount
const ends: (() => Promise<void>)[] = []

before(async () => {
  if (oneMachine.skip !== false) return
  const folder = await dataFolder({ after: (action) => void ends.push(action) })
  // Uses a heap as small as on a small machine: no client may fill it.
  const settings = { DATA_DIR: folder, WORKER_CONCURRENCY: '0', NODE_OPTIONS: '--max-old-space-size=400' }
  full = await fillAccount(testConfig(settings), { refused: listedLimits.refusedOfDrop })
  server = await startServer(settings, { imports: turnProbe })
  await until('the server is ready', async () => (await fetch(`${server.url}/readyz`)).ok)
})

after(async () => {
  server?.child.kill('SIGKILL')
  for (const end of ends) await end()
})

const headers = () => ({ cookie: full.cookie, origin: server.url })

/** Runs `act` while pages of the account are requested; returns how many were answered before it ended. */
async function answeredDuring(act: () => Promise<void>): Promise<number> {
  let answered = 0
  const over = new AbortController()
  const ask = async () => {
    while (!over.signal.aborted) {
      const { status } = await send(
        { method: 'GET', path: '/mine/favourites', headers: headers() },
        server.url,
      )
      assert.equal(status, 200)
      if (!over.signal.aborted) answered++
    }
  }
  await Promise.all([act().finally(() => over.abort()), ask()])
  return answered
}

/** Sends an archive to a new drop while other pages are requested; returns the text of its page. */
async function importArchive(batch: string, zip: Buffer): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ batch, category: '1' })) form.append(name, value)
  form.append('files[]', new Blob([new Uint8Array(zip)]), 'favourites.zip')
  const encoded = new Response(form)
  const sent = { ...headers(), 'content-type': encoded.headers.get('content-type') ?? '' }
  const body = Buffer.from(await encoded.arrayBuffer())
  let answered = 0
  const ms = await longestTurnMs(server.child, async () => {
    answered = await answeredDuring(async () => {
      const answer = await send({ method: 'POST', path: '/import', headers: sent, body }, server.url)
      assert.equal(answer.status, 303, answer.text)
    })
  })
  assert.ok(ms <= limitMs, `a turn of ${ms} ms`)
  assert.ok(answered > 0, 'no other page was answered while the archive was received')
  const page = await send({ method: 'GET', path: `/import/${batch}`, headers: headers() }, server.url)
  return page.text.replaceAll(/<[^>]*>|\s+/g, ' ')
}

test(
  'an archive of 2,000 refused files holds up nobody, and the first of them are listed',
  oneMachine,
  async () => {
    const names = Array.from({ length: 2000 }, (_, n) => `a${n}.zip`)
    const zip = await zipOf(Object.fromEntries(names.map((name) => [name, Buffer.alloc(0)])))
    const page = await importArchive('r'.repeat(22), zip)
    assert.match(page, /2,000 refused/)
    assert.match(page, /first 500 refused files are listed; 1,500 more were refused/)
    // After its answer was lost, sending it again counts nothing twice.
    assert.match(await importArchive('r'.repeat(22), zip), /2,000 refused/)
  },
)

test(
  'a list of millions of entries is refused, and the server goes on with a small heap',
  oneMachine,
  async () => {
    const list = Buffer.concat([
      Buffer.from('[{"url":"https://example.org/a.gif"}'),
      Buffer.from(',{}'.repeat(10_000_000)),
      Buffer.from(']'),
    ])
    // Stored without compression it is processed fully; compressed to almost nothing it is not unpacked at all.
    const stored = writtenZip([{ name: 'favourites.json', data: list, stored: true }])
    assert.match(await importArchive('s'.repeat(22), stored), /favourites\.json is too large to be read/)
    const packed = await zipOf({ 'favourites.json': list })
    assert.ok(packed.length < 200_000)
    assert.match(await importArchive('p'.repeat(22), packed), /inflate to more than 40 times/)
  },
)

test(
  'a large drop is changed some files at a time, so that pages are answered meanwhile',
  oneMachine,
  async () => {
    const body = new URLSearchParams({ action: 'change', all: '1', add_tags: 'lily pad' }).toString()
    const sent = { ...headers(), 'content-type': 'application/x-www-form-urlencoded' }
    let location: string | undefined
    const answered = await answeredDuring(async () => {
      const call = { method: 'POST', path: `/import/${full.batch}`, headers: sent, body }
      location = (await send(call, server.url)).headers.location
    })
    // Every GIF and every waiting file is changed, but no refused file.
    assert.match(location ?? '', /done=change&count=1200&unchanged=500$/)
    assert.ok(answered >= 10, `${answered} pages were answered`)
  },
)

test('no call of an account at its limits holds the event loop', oneMachine, async () => {
  const held: { name: string; ms: number; status: number }[] = []
  for (const call of await callsOf(full, server.url)) {
    let status = 0
    const measure = () =>
      longestTurnMs(server.child, async () => {
        status = (await send(call, server.url)).status
      })
    const ms = call.once ? await measure() : await leastOfThree(measure)
    held.push({ name: call.name, ms, status })
  }
  assert.deepEqual(
    held.filter(({ ms, status }) => ms > limitMs || status >= 500),
    [],
  )
  // Checks that the calls did their work: few were refused before it began.
  const done = new Set(held.filter(({ status }) => status < 400).map(({ name }) => name))
  for (const name of [
    'GET /settings/export',
    'GET /mine/collections',
    'GET /import/{batch}',
    'POST /import/{batch} change',
    'POST /import/{batch}/delete',
    'POST /mine change',
    'POST /mine/delete',
    'POST /c/{code}/delete',
    'POST /admin/accounts/{id}/remove',
  ])
    assert.ok(done.has(name), `${name} was refused`)
})
