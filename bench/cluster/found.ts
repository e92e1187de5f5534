/**
 * Measures how soon a GIF can be found and played on the other web machine: GIFs that one process commits, until POST
 * /api/find of another process finds them; then creations through one web machine, from the moment it reports them as
 * done until the other one has found the GIF and sent the first bytes of its file. Wall-clock time. Needs PostgreSQL
 * and the S3 gateway of Ceph.
 *   node bench/cluster/found.ts [--gifs 10000] [--adds 100] [--creations 20]
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { insertGif } from '#src/adapters/db/shared/catalogue/gif-rows.ts'
import { openStores } from '#src/app/stores.ts'
import { newCode } from '#src/catalogue/reserved-words.ts'
import { loadConfig } from '#src/config/config.ts'
import { postPictures, statusOf } from '../../test/support/creations.ts'
import { startMachine } from '../../test/support/processes/machines.ts'
import { noPostgres, startPostgres } from '../../test/support/servers/postgres.ts'
import { noS3, startS3 } from '../../test/support/servers/s3.ts'
import { until } from '../../test/support/until.ts'
import { median, table } from '../measure.ts'
import { benchGif } from '../search/catalogue.ts'
import { runBench } from './run-bench.ts'

const { values } = parseArgs({
  options: {
    gifs: { type: 'string', default: '10000' },
    adds: { type: 'string', default: '100' },
    creations: { type: 'string', default: '20' },
  },
})
const goalMs = 1000
const everyMs = 2
const program = fileURLToPath(new URL('../../bin/gifwright.mjs', import.meta.url))

await runBench(noPostgres || noS3, async (t) => {
  const postgres = await startPostgres(t)
  const s3 = await startS3(t)
  const stores = { DATABASE_URL: await postgres.newDatabase(), ...s3.settingsOf(await s3.newBucket()) }
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const settings = { ...stores, DATA_DIR: folder, MIN_FREE_DISK_MB: '0' }
  process.stderr.write(`${values.gifs} GIFs are made\n`)
  execFileSync(process.execPath, [program, 'demo', '--gifs', values.gifs], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [web, other] = [await startMachine(t, 'serve', stores), await startMachine(t, 'serve', stores)]
  await startMachine(t, 'work', stores)
  for (const { url } of [web, other])
    await until('searches are answered', async () => (await fetch(`${url()}/api/find?q=a`)).ok, 600_000)

  const added = await addAndFind(settings, other.url(), Number(values.adds))
  const created = await createAndFind(web.url(), other.url(), Number(values.creations))
  const row = (name: string, ms: number[]) => {
    const sorted = ms.toSorted((a, b) => a - b)
    const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN
    const figures = [median(sorted), p99, sorted.at(-1) ?? NaN].map((figure) => figure.toFixed(0))
    return [name, ms.length, ...figures, p99 <= goalMs ? 'met' : 'MISSED']
  }
  const rows = [
    row('committed by another process, until POST /api/find has it', added),
    row('made through another web machine, from done until POST /api/find has it', created.foundMs),
    row('the same, until the first bytes of the GIF', created.playsMs),
  ]
  console.log(table(['ms', 'GIFs', 'median', 'p99', 'longest', `goal ≤ ${goalMs} ms`], rows))
})

/** From each commit until the search finds it. */
async function addAndFind(settings: Record<string, string>, url: string, count: number): Promise<number[]> {
  const { db, changes, close } = await openStores(loadConfig(settings))
  await changes.start((error) => console.error(error))
  const times: number[] = []
  for (let number = 0; number < count; number++) {
    const title = `added${number}x${newCode()}`
    const gif = benchGif({ code: newCode(), mediaId: newCode(), title, tags: [] })
    await db.transaction().execute((trx) => insertGif(trx, gif))
    changes.changed()
    const ms = await timeUntil(async () => (await find(url, title)) !== undefined)
    times.push(ms)
    if (ms > goalMs / 2) process.stderr.write(`number ${number} took ${ms.toFixed(0)} ms\n`)
    // At different phases of the polling.
    await pause(Math.random() * 100)
  }
  await close()
  return times
}

/** From each `done` of one machine until the other one finds the GIF, and until it sends its file. */
async function createAndFind(url: string, other: string, count: number) {
  const [foundMs, playsMs]: [number[], number[]] = [[], []]
  for (let number = 0; number < count; number++) {
    const title = `created${number}x${newCode()}`
    const task = await postPictures(url, { title })
    await until('it is done', async () => (await statusOf(url, task)).status === 'done')
    const startedAt = performance.now()
    let record: Found | undefined
    await timeUntil(async () => (record = await find(other, title)) !== undefined)
    foundMs.push(performance.now() - startedAt)
    const path = new URL(record?.gif_url ?? '', other).pathname
    const { status, body } = await fetch(new URL(path, other))
    const { value } = (await body?.getReader().read()) ?? {}
    if (status !== 200 || Buffer.from(value ?? []).toString('latin1', 0, 3) !== 'GIF')
      throw new Error(`${path}: ${status}`)
    playsMs.push(performance.now() - startedAt)
  }
  return { foundMs, playsMs }
}

type Found = { title: string; gif_url: string }

async function find(url: string, q: string): Promise<Found | undefined> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/find`, { method: 'POST', headers, body: JSON.stringify({ q }) })
  if (!answer.ok) throw new Error(`find: ${answer.status}`)
  const { result } = (await answer.json()) as { result: Found[] }
  // Close spellings are found too.
  return result.find(({ title }) => title === q)
}

async function timeUntil(condition: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now()
  while (!(await condition())) await pause(everyMs)
  return performance.now() - startedAt
}
