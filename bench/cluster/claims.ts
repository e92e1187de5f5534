/**
 * Measures how many tasks four processes claim from PostgreSQL at once, next to four that only run the same statement
 * by `pg`, without and with a cached plan: medians of alternating rounds. Needs PostgreSQL.
 *   node bench/cluster/claims.ts [--rounds 7] [--tasks 2000]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { noPostgres, runSql, startPostgres } from '../../test/support/servers/postgres.ts'
import { median, table } from '../measure.ts'
import type { ClaimTimes } from './claim-process.ts'
import { runBench } from './run-bench.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, tasks: { type: 'string', default: '2000' } },
})
const workers = 4
const goal = 0.5
const program = fileURLToPath(new URL('claim-process.ts', import.meta.url))
const ways = {
  program: 'the program',
  pg: 'bare pg, the same statement',
  'pg-named': 'bare pg, with a cached plan',
} as const
type Way = keyof typeof ways

await runBench(noPostgres, async (t) => {
  const postgres = await startPostgres(t)
  const url = await postgres.newDatabase()
  const found = new Map<Way, { perSecond: number; cpu: number }[]>()
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const way of Object.keys(ways) as Way[]) {
      const times = await claimAll(url, way)
      if (round > 0) found.set(way, [...(found.get(way) ?? []), times])
    }
  }
  const of = (way: Way, what: 'perSecond' | 'cpu') => median((found.get(way) ?? []).map((one) => one[what]))
  const rows = (Object.keys(ways) as Way[]).map((way) => [
    ways[way],
    of(way, 'perSecond').toFixed(0),
    of(way, 'cpu').toFixed(0),
    (of('program', 'perSecond') / of(way, 'perSecond')).toFixed(2),
  ])
  const ratio = of('program', 'perSecond') / Math.max(of('pg', 'perSecond'), of('pg-named', 'perSecond'))
  console.log(table([`${workers} processes`, 'claims per second', 'CPU µs a claim', 'program / this'], rows))
  console.log(`\ngoal ≥ ${goal} of the faster one: ${ratio.toFixed(2)}, ${ratio >= goal ? 'met' : 'MISSED'}`)
})

/** Makes all processes claim the tasks created for them. */
async function claimAll(url: string, way: Way): Promise<{ perSecond: number; cpu: number }> {
  await runSql(
    url,
    `truncate task restart identity cascade;
     insert into task (id, code, request, status, due_at, queued_at, created_at, turn)
       select 'task' || n, 'code' || n, '{"kind":"video","title":"a title","tags":[],"uploads":["incoming/x/0"]}',
         'waiting', 1, 1, 1, n / 10 from generate_series(1, ${Number(values.tasks) + workers}) as n;
     analyze task`,
  )
  const processes = await Promise.all(Array.from({ length: workers }, () => startClaimer(url, way)))
  const all = await Promise.all(processes.map((claimer) => claimer.run()))
  const sum = (what: keyof ClaimTimes) => all.reduce((total, times) => total + times[what], 0)
  if (sum('claims') !== Number(values.tasks)) throw new Error(`${sum('claims')} claims`)
  return {
    perSecond: all.reduce((total, { claims, ms }) => total + claims / (ms / 1000), 0),
    cpu: (sum('cpuMs') / sum('claims')) * 1000,
  }
}

async function startClaimer(url: string, way: Way) {
  const child = spawn(process.execPath, [program, url, way], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)
  await once(lines, 'line')
  return {
    async run(): Promise<ClaimTimes> {
      child.stdin.end()
      const [line] = (await once(lines, 'line')) as [string]
      await once(child, 'exit')
      return JSON.parse(line) as ClaimTimes
    },
  }
}
