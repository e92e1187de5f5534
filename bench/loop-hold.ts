/**
 * Measures how long one request can block the event loop: the requests of test/fuzz/costly-texts.test.ts at full size
 * (every field of every form, call, address and header with every kind of expensive text), and the searches that cost
 * the index the most. Reports the longest turn of the loop in CPU time, the median of several, worst first.
 *   node bench/loop-hold.ts [GIFs] [a data folder that has its GIFs]
 */
import { execFileSync, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '../src/config/config.ts'
import { allRequests, costlyWorld } from '../test/fuzz/costly/all-requests.ts'
import { answerTo, type CostlyRequest } from '../test/fuzz/costly/requests.ts'
import { makeWorld } from '../test/fuzz/requests/world.ts'
import { oneConnection } from '../test/support/http/exact-request.ts'
import { ensureFixtures } from '../test/support/media/fixtures.ts'
import { longestTurnMs, turnProbe } from '../test/support/processes/main-thread.ts'
import { searches } from './loop-hold/searches.ts'
import { median, table } from './measure.ts'

const [count = '100000', given] = process.argv.slice(2)
const rounds = 5
const shown = 25
/** Below this a second measurement is not worth its time. */
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
const server = fork(fileOf('../bin/gifwright.mjs'), ['start'], {
  execArgv: ['--import', turnProbe],
  env: { ...process.env, ...settings },
  stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
})
const database = new DatabaseSync(join(folder, 'gifwright.db'), { timeout: 5000 })
try {
  const url = await addressOf(server)
  const fixtures = await ensureFixtures()
  const files = {
    video: await readFile(join(fixtures, 'still.gif')),
    picture: await readFile(join(fixtures, 'pictures', 'plain.png')),
  }
  const world = costlyWorld(await makeWorld({ url, config: loadConfig(settings) }, files))
  await report('Searches', searches(), url)
  await report('Every field of every request', allRequests(world), url)
} finally {
  oneConnection.destroy()
  database.close()
  server.kill('SIGTERM')
  await once(server, 'exit')
  if (given === undefined) await rm(folder, { recursive: true, force: true })
}

async function report(
  title: string,
  requests: Iterable<CostlyRequest> | AsyncIterable<CostlyRequest>,
  url: string,
): Promise<void> {
  const held: { name: [string, string]; ms: number }[] = []
  for await (const request of requests) {
    const { method, operation, what } = request
    const name: [string, string] = [`${method} ${operation.path}`, what.replaceAll('|', '')]
    // The first of a kind is compiled; and a request that is quick once is always quick.
    const first = await holdOf(request, url)
    const times = [first]
    const more = first < quickMs ? 0 : rounds
    for (let round = 0; round < more; round++) times[round] = await holdOf(request, url)
    held.push({ name, ms: median(times) })
  }
  const worst = held.toSorted((one, other) => other.ms - one.ms).slice(0, shown)
  console.log(`\n### ${title} (${held.length} requests)\n`)
  console.log(
    table(
      ['request', 'field', 'ms held'],
      worst.map(({ name, ms }) => [...name, ms.toFixed(1)]),
    ),
  )
}

/** The longest turn of the server's loop while it answers, in milliseconds of CPU. */
async function holdOf(request: CostlyRequest, url: string): Promise<number> {
  // As after every change of the catalogue: no count of a search is cached.
  database.exec('UPDATE catalogue_version SET version = version + 1')
  // A refusal that closes its connection is an answer too.
  return longestTurnMs(server, () => answerTo(url, request).catch(() => undefined))
}

/** Waits until the server prints its address. */
async function addressOf({ stderr }: typeof server): Promise<string> {
  for await (const line of on(stderr ?? process.stdin, 'data')) {
    const address = /http:\/\/\S+/.exec(String(line))?.[0]
    if (address !== undefined) {
      return address.replace('localhost', '127.0.0.1')
    }
  }
  throw new Error('the server did not start')
}
