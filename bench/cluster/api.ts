/**
 * Measures the cost of GET /api/gif/{code} and POST /api/find on PostgreSQL, next to the same on SQLite: CPU time of
 * the web process per request, medians of alternating rounds, with the records in memory and with none kept there. The
 * database of PostgreSQL is a copy of the other, by `gifwright move`. Needs PostgreSQL.
 *   node bench/cluster/api.ts [--gifs 20000] [--rounds 7] [--requests 3000]
 */
import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type ServerProcess, startServer } from '../../test/support/processes/server-process.ts'
import { noPostgres, startPostgres } from '../../test/support/servers/postgres.ts'
import { until } from '../../test/support/until.ts'
import { median, table, threadSeconds } from '../measure.ts'
import { countGifs, fillWithCaptions, sampleGifs } from '../search/catalogue.ts'
import { getRequest, postRequest, sendRequests } from '../search/load.ts'
import { questionsOf } from '../search/questions.ts'
import { runBench } from './run-bench.ts'

const { values } = parseArgs({
  options: {
    gifs: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '7' },
    requests: { type: 'string', default: '3000' },
  },
})
const program = fileURLToPath(new URL('../../bin/gifwright.mjs', import.meta.url))
const requestsInRound = Number(values.requests)
const repeated = 20
const distinct = 12_000
const memories = {
  'in memory': { megabytes: '128', goal: 0.8 },
  'not in memory': { megabytes: '0', goal: 0.4 },
} as const
type Memory = keyof typeof memories
type Kind = 'SQLite' | 'PostgreSQL'

await runBench(noPostgres, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const postgres = await startPostgres(t)
  const url = await postgres.newDatabase({ empty: true })
  const original = join(folder, 'original')
  await mkdir(original)
  const common = { WORKER_CONCURRENCY: '0', LOG_LEVEL: 'error', MIN_FREE_DISK_MB: '0' }
  process.stderr.write(`${values.gifs} GIFs are made\n`)
  await fillWithCaptions({ ...common, DATA_DIR: original }, Number(values.gifs))
  const copyOf = async (name: string) => {
    const copy = join(folder, name)
    await cp(original, copy, { recursive: true })
    return copy
  }
  execFileSync(process.execPath, [program, 'move', '--to-database', url], {
    env: { ...process.env, ...common, DATA_DIR: await copyOf('moved') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const servers = new Map<string, ServerProcess>()
  for (const [memory, { megabytes }] of Object.entries(memories)) {
    for (const kind of ['SQLite', 'PostgreSQL'] as const) {
      const server = await startServer({
        ...common,
        DATA_DIR: await copyOf(`${kind} ${megabytes}`),
        RECORD_CACHE_MB: megabytes,
        ...(kind === 'PostgreSQL' && { DATABASE_URL: url }),
      })
      t.after(async () => {
        server.child.kill()
        await server.exited
      })
      servers.set(`${kind} ${memory}`, server)
    }
  }
  for (const server of servers.values())
    await until('searches are answered', async () => (await fetch(`${server.url}/api/find?q=a`)).ok, 600_000)
  const cases = casesOf(sampleGifs(original, 4 * distinct))
  const micros = new Map<string, number[]>()
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const [name, requests] of Object.entries(cases)) {
      for (const [on, { url: address, pid }] of servers) {
        const before = threadSeconds(pid)
        const from = round * requestsInRound
        await sendRequests(address, requests, { count: requestsInRound, from })
        const cost = ((threadSeconds(pid) - before) / requestsInRound) * 1e6
        const key = `${name} ${on}`
        // The first round warms up and fills the memory.
        if (round > 0) micros.set(key, [...(micros.get(key) ?? []), cost])
        process.stderr.write(`round ${round}: ${key} ${cost.toFixed(0)} µs\n`)
      }
    }
  }
  const cost = (name: string, kind: Kind, memory: Memory) =>
    median(micros.get(`${name} ${kind} ${memory}`) ?? [])
  const rows = (Object.keys(memories) as Memory[]).flatMap((memory) =>
    Object.keys(cases).map((name) => {
      const [sqlite, other] = [cost(name, 'SQLite', memory), cost(name, 'PostgreSQL', memory)]
      const { goal } = memories[memory]
      const ratio = sqlite / other
      return [
        `${name}, ${memory}`,
        sqlite.toFixed(0),
        other.toFixed(0),
        ratio.toFixed(2),
        `≥ ${goal}: ${ratio >= goal ? 'met' : 'MISSED'}`,
      ]
    }),
  )
  console.log(table([`${countGifs(original)} GIFs, CPU µs`, 'SQLite', 'PostgreSQL', 'ratio', 'goal'], rows))
})

function casesOf(sample: { code: string; title: string }[]): Record<string, Buffer[]> {
  const titles = sample.map(({ title }) => title)
  const searches = questionsOf(titles, distinct)['one word'].map((q) => postRequest('/api/find', { q }))
  return {
    'GET /api/gif/{code}': sample.slice(0, 1000).map(({ code }) => getRequest(`/api/gif/${code}`)),
    [`POST /api/find, ${repeated} words repeated`]: searches.slice(0, repeated),
    'POST /api/find, different words': searches,
  }
}
