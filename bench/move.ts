/**
 * Moves an instance in use, with 100,000 GIFs, from SQLite and a folder to PostgreSQL and S3 by `gifwright move`. The
 * command is killed (SIGKILL) three times and run again; then every row and every file of both sides is compared. Needs
 * PostgreSQL and the S3 gateway of Ceph.
 *   node bench/move.ts [--gifs 100000] [--media 1000]
 * `--media`: the number of sets of files that the GIFs share.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { openMediaStore } from '#src/app/media-store.ts'
import { openStores } from '#src/app/stores.ts'
import { loadConfig } from '#src/config/config.ts'
import { openMoveDatabase } from '../test/support/stores/moving-databases.ts'
import { startServer } from '../test/support/processes/server-process.ts'
import { noPostgres, startPostgres } from '../test/support/servers/postgres.ts'
import { noS3, startS3 } from '../test/support/servers/s3.ts'
import { table, threadSeconds } from './measure.ts'
import { assertSame, checksumFiles, checksumRows } from './move/checksums.ts'
import { makeInstance } from './move/instance.ts'
import { type KillPoint, type Run, runMove } from './move/killed-runs.ts'
import { writeUntilRefused } from './move/writer.ts'

const missing = noPostgres || noS3
if (missing !== false) {
  console.log(missing)
  process.exit(0)
}
const { values } = parseArgs({
  options: { gifs: { type: 'string', default: '100000' }, media: { type: 'string', default: '1000' } },
})
const gifs = Number(values.gifs)
const ends: (() => Promise<void>)[] = []
const t = { after: (action: () => Promise<void>) => void ends.push(action) }
try {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const settings = { DATA_DIR: folder, WORKER_CONCURRENCY: '0', LOG_LEVEL: 'error', MIN_FREE_DISK_MB: '0' }
  process.stderr.write(`${gifs} GIFs are made\n`)
  await makeInstance(settings, { gifs, media: Number(values.media) })
  const postgres = await startPostgres(t)
  const s3 = await startS3(t)
  const databaseUrl = await postgres.newDatabase({ empty: true })
  const bucket = await s3.newBucket()
  const target = { ...settings, DATABASE_URL: databaseUrl, ...s3.settingsOf(bucket) }

  const server = await startServer(settings)
  t.after(async () => {
    server.child.kill()
    await server.exited
  })
  const stores = { ...(await openStores(loadConfig(settings))), folder }
  t.after(stores.close)
  const writing = writeUntilRefused(stores, gifs)

  const { S3_ENDPOINT: endpoint = '', S3_BUCKET: name = '', ...keys } = s3.settingsOf(bucket)
  const args = ['--to-database', databaseUrl, '--to-s3', name, '--s3-endpoint', endpoint]
  const serverBefore = threadSeconds(server.pid)
  const startedAt = performance.now()
  const runs: Run[] = []
  for (const point of [...killPoints(databaseUrl), null]) {
    const run = await runMove(args, { ...settings, ...keys }, point)
    runs.push(run)
    const how = point === null ? 'ended' : `was killed while it ${point.name}`
    process.stderr.write(`${how} after ${run.seconds.toFixed(0)} s: ${run.lines.at(-1)}\n`)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const serverCpu = threadSeconds(server.pid) - serverBefore
  const writes = await writing

  process.stderr.write('Both sides are compared\n')
  const counts = await compareSides(target)
  console.log(runs.flatMap(({ lines }) => lines.map((line) => `    ${line}`)).join('\n'))
  console.log(runs.at(-1)?.said)
  const rows = runs.map((run) => [
    run.killedAt === '' ? 'to the end' : `killed while it ${run.killedAt}`,
    run.seconds.toFixed(1),
    run.cpu.toFixed(1),
  ])
  rows.push(['all', seconds.toFixed(1), runs.reduce((sum, { cpu }) => sum + cpu, 0).toFixed(1)])
  console.log(table([`${gifs} GIFs`, 'seconds', 'CPU seconds of the command'], rows))
  console.log(`
Identical afterwards, by count and SHA-256: ${counts.rows} rows of ${counts.tables} tables, ${counts.files} files.
Written during the move: ${writes.changed} titles, ${writes.added} new GIFs with their files; the slowest write took ${writes.longestMs.toFixed(0)} ms; CPU of the service ${serverCpu.toFixed(1)} s.
The old service then said: ${writes.refusedWith}`)
} finally {
  for (const end of ends.toReversed()) await end()
}

/** One in each of the long steps. */
function killPoints(url: string): KillPoint[] {
  const half = async () => (await copiedGifs(url)) > gifs / 2
  let caughtUp = false
  return [
    {
      name: 'copied files',
      isReached: (line) => {
        const [, done = 0, of = 0] = /Copying (\d+) of (\d+) files/.exec(line)?.map(Number) ?? []
        return done > of / 3
      },
    },
    { name: 'copied rows', isReached: half },
    {
      name: 'compared rows',
      isReached: async (line) => {
        caughtUp ||= (await noteOf(url, 'position')) !== null
        return caughtUp && line.startsWith('Comparing')
      },
    },
  ]
}

async function copiedGifs(url: string): Promise<number> {
  const note = await noteOf(url, 'table gif')
  return note === null ? 0 : (JSON.parse(note) as { rows: number }).rows
}

/** The progress recorded in the target. */
async function noteOf(url: string, name: string): Promise<string | null> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ value: string }>('select value from move_target where name = $1', [
      name,
    ])
    return rows[0]?.value ?? null
  } catch {
    // The table does not exist before the first run has begun.
    return null
  } finally {
    await client.end()
  }
}

async function compareSides(target: Record<string, string>) {
  const [from, to] = [loadConfig(settingsOf(target)), loadConfig(target)]
  const sums = []
  for (const place of [from, to]) {
    const database = await openMoveDatabase(place)
    const s3 = place.s3 === null ? null : { ...place.s3, cacheBytes: 0 }
    const [secret] = await database.query(`select value from instance where key = 'secret'`)
    const store = await openMediaStore({ ...place, s3 }, String(secret?.[0]))
    sums.push({ rows: await checksumRows(database), files: await checksumFiles(store) })
    await store.close()
    await database.close()
  }
  const [ours, theirs] = sums
  if (ours === undefined || theirs === undefined) throw new Error('There are two sides')
  assertSame('tables', ours.rows, theirs.rows)
  assertSame('files', ours.files, theirs.files)
  const rows = [...ours.rows.values()].reduce((sum, text) => sum + Number.parseInt(text, 10), 0)
  return { tables: ours.rows.size, rows, files: ours.files.size }
}

/** The settings of the source: those of the target without the moved ones. */
function settingsOf(target: Record<string, string>): Record<string, string> {
  const moved = /^(DATABASE_URL|S3_|AWS_)/
  return Object.fromEntries(Object.entries(target).filter(([name]) => !moved.test(name)))
}
