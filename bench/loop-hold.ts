/**
 * How long may one request hold the event loop? Every field of every route is sent what is expensive to normalise, to
 * match or to escape, and searches what the index has most to do for. The longest turn of the loop in CPU time, the
 * median of several, the worst first.
 *   node bench/loop-hold.ts [GIFs] [a data folder that has its GIFs]
 */
import { execFileSync, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { startSession } from '../src/accounts/sessions.ts'
import { makeToken } from '../src/accounts/tokens.ts'
import { openStores } from '../src/app/stores.ts'
import { loadConfig } from '../src/config/config.ts'
import { type Ask, requestsOf, searches, type World } from './loop-hold/requests.ts'
import { longestTurnMs, turnProbe } from '../test/support/processes/main-thread.ts'
import { median, table } from './measure.ts'

const [count = '100000', given] = process.argv.slice(2)
const rounds = 5
const shown = 25
/** Below this a second look is not worth its time. */
const quickMs = 4

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const folder = given ?? (await mkdtemp(join(tmpdir(), 'gifwright-bench-')))
const settings = {
  DATA_DIR: folder,
  PORT: '0',
  WORKER_CONCURRENCY: '0',
  LOG_LEVEL: 'error',
  RATE_LIMIT: 'off',
  MAX_WAITING_TASKS: '100000',
  WAITING_PER_CLIENT: '100000',
  TRUSTED_PROXIES: '127.0.0.1',
}
if (given === undefined) {
  const env = { ...process.env, ...settings }
  execFileSync(process.execPath, [fileOf('../bin/gifwright.mjs'), 'demo', '--gifs', count], {
    env,
    stdio: 'inherit',
  })
}
const who = await makeAccount()
const server = fork(fileOf('../bin/gifwright.mjs'), ['start'], {
  execArgv: ['--import', turnProbe],
  env: { ...process.env, ...settings },
  stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
})
const database = new DatabaseSync(join(folder, 'gifwright.db'), { timeout: 5000 })
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
try {
  const world = { ...who, url: await addressOf(server) }
  await report('Searches', searches(), world)
  await report('Every field of every request', requestsOf(world), world)
} finally {
  agent.destroy()
  database.close()
  server.kill('SIGTERM')
  await once(server, 'exit')
  if (given === undefined) await rm(folder, { recursive: true, force: true })
}

async function report(title: string, asks: Ask[], world: World): Promise<void> {
  const held: { ask: Ask; ms: number }[] = []
  for (const ask of asks) {
    // The first of a kind is compiled; and what is quick once is quick.
    const first = await holdOf(ask, world)
    if (first < quickMs) {
      held.push({ ask, ms: first })
      continue
    }
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await holdOf(ask, world))
    held.push({ ask, ms: median(times) })
  }
  const worst = held.toSorted((one, other) => other.ms - one.ms).slice(0, shown)
  const rows = worst.map(({ ask: { route, field }, ms }) => [route, field.replaceAll('|', ''), ms.toFixed(1)])
  console.log(`\n### ${title} (${asks.length} requests)\n`)
  console.log(table(['request', 'field', 'ms held'], rows))
}

/** The longest turn of the server's loop while it answers, in milliseconds of CPU. */
async function holdOf(ask: Ask, world: World): Promise<number> {
  // As after every change of the catalogue: no count of a search is remembered.
  database.exec('UPDATE catalogue_version SET version = version + 1')
  return longestTurnMs(server, () => answerOf(ask, world))
}

function answerOf({ method, path, headers = {}, body }: Ask, { url }: World): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { port } = new URL(url)
  const length = body === undefined ? {} : { 'content-length': body.length }
  const asked = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    agent,
    headers: { host: `127.0.0.1:${port}`, ...headers, ...length },
  })
  asked.setTimeout(20_000, () => asked.destroy())
  asked.on('response', (answer) => answer.resume().on('close', resolve))
  // What is refused with its connection is an answer too.
  asked.on('error', () => resolve())
  asked.on('information', () => {})
  asked.end(body)
  return promise
}

async function makeAccount(): Promise<Omit<World, 'url'>> {
  const stores = await openStores(loadConfig(settings))
  try {
    const email = `bench-${Date.now()}@example.org`
    const account = await stores.accounts.add({ email, premium: true, admin: true, passwordHash: null })
    const { key } = await startSession(stores.sessions, account.id, 'bench')
    const { token } = await makeToken(stores.accounts, account.id, 'bench')
    const { ids } = await stores.catalogue.newest(
      { categoryId: null, maxRating: 'pg-13' },
      { start: 0, limit: 1 },
    )
    const gifs = await stores.catalogue.gifsByIds(ids)
    const [gif] = gifs
    if (gif === undefined) throw new Error('there is no GIF')
    const owned = new DatabaseSync(join(folder, 'gifwright.db'), { timeout: 5000 })
    owned.prepare('UPDATE gif SET owner_id = ? WHERE id = ?').run(account.id, gif.id)
    owned.close()
    return { cookie: `gifwright=${key}`, token, code: gif.code, mediaId: gif.mediaId }
  } finally {
    await stores.close()
  }
}

/** Waits until the server says where it listens. */
async function addressOf({ stderr }: typeof server): Promise<string> {
  for await (const line of on(stderr ?? process.stdin, 'data')) {
    const address = /http:\/\/\S+/.exec(String(line))?.[0]
    if (address !== undefined) {
      return address.replace('localhost', '127.0.0.1')
    }
  }
  throw new Error('the server did not start')
}
