/**
 * Measures how many GIFs two worker processes make in the time in which one makes one, each pinned to a core of its
 * own, while two web processes are idle: medians of alternating rounds, wall-clock time. Next to it the CPU time of the
 * workers for each GIF, which shows how much of the difference is theirs. Needs PostgreSQL, the S3 gateway of Ceph and
 * taskset.
 *   node bench/cluster/creations.ts [--rounds 5] [--gifs 8]
 */
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import type { CleanUp } from '../../test/support/clean-up.ts'
import { postVideo } from '../../test/support/creations.ts'
import {
  dataFolder,
  descendants,
  type ServerProcess,
  startServer,
} from '../../test/support/processes/server-process.ts'
import { noPostgres, startPostgres } from '../../test/support/servers/postgres.ts'
import { noS3, startS3 } from '../../test/support/servers/s3.ts'
import { until } from '../../test/support/until.ts'
import { usualClips } from '../gif/clips.ts'
import { cpuSeconds, median, table } from '../measure.ts'
import { runBench } from './run-bench.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, gifs: { type: 'string', default: '8' } },
})
const goal = 1.7
const gifsPerWorker = Number(values.gifs)
const clipSeconds = 3
const longMs = 600_000
const noTaskset =
  spawnSync('taskset', ['-c', '1', 'true']).status !== 0 && 'taskset or a second core is missing'

type Round = { perSecond: number; cpu: number }

await runBench(noPostgres || noS3 || noTaskset, async (t) => {
  const postgres = await startPostgres(t)
  const s3 = await startS3(t)
  const url = await postgres.newDatabase()
  const settings = {
    DATABASE_URL: url,
    ...s3.settingsOf(await s3.newBucket()),
    WORKER_CONCURRENCY: '1',
    MAX_WAITING_TASKS: '1000',
    // The CPU time of a process that ends with its sandbox is not added to that of any other.
    SANDBOX: 'off',
  }
  const [clip] = usualClips()
  if (clip === undefined) throw new Error('there are no clips')
  const video = await readFile(clip.path)
  const database = new Client({ connectionString: url })
  await database.connect()
  t.after(() => database.end())
  const open = async () => {
    const { rows } = await database.query<{ open: number }>(
      'select cast(count(*) as int) as open from task where ended_at is null',
    )
    return rows[0]?.open ?? 0
  }
  const web = await startIn(t, settings, 'serve')
  await startIn(t, settings, 'serve')

  const measure = async (cores: number[]): Promise<Round> => {
    const workers = await Promise.all(cores.map((core) => startIn(t, settings, 'work', core)))
    const make = async (count: number) => {
      for (let each = 0; each < count; each++) await postVideo(web.url, video, clipSeconds)
      await until('all are made', async () => (await open()) === 0, longMs)
    }
    await make(cores.length)
    const cpuBefore = workers.map(({ pid }) => treeCpu(pid))
    const startedAt = performance.now()
    const count = gifsPerWorker * cores.length
    await make(count)
    const seconds = (performance.now() - startedAt) / 1000
    const cpu = workers.reduce((sum, { pid }, index) => sum + treeCpu(pid) - (cpuBefore[index] ?? 0), 0)
    for (const { child, exited } of workers) {
      child.kill('SIGTERM')
      await exited
    }
    return { perSecond: count / seconds, cpu: cpu / count }
  }
  const rounds: { one: Round; two: Round }[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    const one = await measure([round % 2])
    rounds.push({ one, two: await measure([0, 1]) })
    const [last] = rounds.slice(-1)
    process.stderr.write(`${last?.one.perSecond.toFixed(2)} and ${last?.two.perSecond.toFixed(2)} a second\n`)
  }
  const failed = await database.query(`select id from task where status = 'error'`)
  if (failed.rows.length > 0) throw new Error(`${failed.rows.length} creations failed`)
  const of = (pick: (round: { one: Round; two: Round }) => number) => median(rounds.map(pick))
  const ratio = of(({ one, two }) => two.perSecond / one.perSecond)
  console.log(
    table(
      [`${clipSeconds} s of ${clip.name}`, 'GIFs per second', 'CPU s of the workers for each GIF'],
      [
        ['one worker', of(({ one }) => one.perSecond).toFixed(2), of(({ one }) => one.cpu).toFixed(2)],
        ['two workers', of(({ two }) => two.perSecond).toFixed(2), of(({ two }) => two.cpu).toFixed(2)],
      ],
    ),
  )
  console.log(
    `\nmedian of the ratios ${ratio.toFixed(2)}; goal ≥ ${goal}: ${ratio >= goal ? 'met' : 'MISSED'}`,
  )
})

/** A process of the instance with a data folder of its own; a core to pin it to. */
async function startIn(
  t: CleanUp,
  settings: Record<string, string>,
  command: 'serve' | 'work',
  core?: number,
): Promise<ServerProcess> {
  const folder = await dataFolder(t)
  const inside = core === undefined ? [] : ['taskset', '-c', String(core)]
  const server = await startServer({ ...settings, DATA_DIR: folder }, { command, inside })
  t.after(async () => {
    server.child.kill('SIGKILL')
    await server.exited
  })
  return server
}

function treeCpu(pid: number): number {
  return [pid, ...descendants(pid)].reduce((sum, each) => sum + cpuSeconds(each, 'with children'), 0)
}
