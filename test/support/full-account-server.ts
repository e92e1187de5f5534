import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { type Call, callsOf, send } from './full-account-calls.ts'
import { onOneMachine, testConfig } from './instance.ts'
import { leastOfThree, limitMs, longestTurnMs, turnProbe } from './processes/main-thread.ts'
import { dataFolder, type ServerProcess, startServer } from './processes/server-process.ts'
import { zipOf } from './stores/drops.ts'
import { fillAccount, type FullAccount, type FullAccountSize } from './stores/full-account.ts'
import { until } from './until.ts'

export const oneMachine = onOneMachine('the account is written by SQL.')

/** A server with a full account, started before the tests of a file. */
export class FullAccountServer {
  server!: ServerProcess
  full!: FullAccount

  constructor(size: FullAccountSize) {
    const ends: (() => Promise<void>)[] = []
    before(async () => {
      if (oneMachine.skip !== false) return
      const folder = await dataFolder({ after: (action) => void ends.push(action) })
      // Uses a heap as small as on a small machine: no client may fill it.
      const options = '--max-old-space-size=400'
      const settings = { DATA_DIR: folder, WORKER_CONCURRENCY: '0', NODE_OPTIONS: options }
      this.full = await fillAccount(testConfig(settings), size)
      this.server = await startServer(settings, { imports: turnProbe })
      await until('the server is ready', async () => (await fetch(`${this.server.url}/readyz`)).ok)
    })
    after(async () => {
      this.server?.child.kill('SIGKILL')
      for (const end of ends) await end()
    })
  }

  headers(): Record<string, string> {
    return { cookie: this.full.cookie, origin: this.server.url }
  }

  /** Runs `act` while pages of the account are requested; returns how many were answered before it ended. */
  async answeredDuring(act: () => Promise<void>): Promise<number> {
    let answered = 0
    const over = new AbortController()
    const ask = async () => {
      while (!over.signal.aborted) {
        const call = { method: 'GET', path: '/mine/favourites', headers: this.headers() }
        const { status } = await send(call, this.server.url)
        assert.equal(status, 200)
        if (!over.signal.aborted) answered++
      }
    }
    await Promise.all([act().finally(() => over.abort()), ask()])
    return answered
  }

  /** Sends an archive to a new drop while other pages are requested; returns the text of its page. */
  async importArchive(batch: string, zip: Buffer): Promise<string> {
    const form = new FormData()
    for (const [name, value] of Object.entries({ batch, category: '1' })) form.append(name, value)
    form.append('files[]', new Blob([new Uint8Array(zip)]), 'favorites.zip')
    const encoded = new Response(form)
    const sent = { ...this.headers(), 'content-type': encoded.headers.get('content-type') ?? '' }
    const body = Buffer.from(await encoded.arrayBuffer())
    let answered = 0
    const ms = await longestTurnMs(this.server.child, async () => {
      answered = await this.answeredDuring(async () => {
        const call = { method: 'POST', path: '/import', headers: sent, body }
        const answer = await send(call, this.server.url)
        assert.equal(answer.status, 303, answer.text)
      })
    })
    assert.ok(ms <= limitMs, `a turn of ${ms} ms`)
    assert.ok(answered > 0, 'no other page was answered while the archive was received')
    const shown = { method: 'GET', path: `/import/${batch}`, headers: this.headers() }
    const page = await send(shown, this.server.url)
    return page.text.replaceAll(/<[^>]*>|\s+/g, ' ')
  }

  /** Sends an archive of 2,000 files that are all refused. */
  async importRefused(batch: string): Promise<string> {
    const names = Array.from({ length: 2000 }, (_, n) => `a${n}.zip`)
    const zip = await zipOf(Object.fromEntries(names.map((name) => [name, Buffer.alloc(0)])))
    return this.importArchive(batch, zip)
  }

  /** Sends every call; fails if one blocks the event loop, or is refused although it should have worked. */
  async checkCalls(changed: (call: Call) => Call = (call) => call): Promise<void> {
    const held: { name: string; ms: number; status: number }[] = []
    for (const call of (await callsOf(this.full, this.server.url)).map(changed)) {
      let status = 0
      const measure = () =>
        longestTurnMs(this.server.child, async () => {
          status = (await send(call, this.server.url)).status
        })
      const ms = call.once ? await measure() : await leastOfThree(measure, limitMs)
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
  }
}
