/**
 * `npm test`: runs `npm run check` and the groups of test files, each in a process.
 *
 *     node test/run/run.ts [--seed NUMBER] [--shuffle] [--at-once NUMBER] [GROUP…]
 *
 * `--shuffle` orders the groups randomly. The seed determines this order and the random cases of tests.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { readGroups } from './groups.ts'
import { groupJob, type Job } from './run-jobs.ts'
import { printTotals, runAndReport } from './report-results.ts'
import { pickSeed, shuffled } from './seed.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    shuffle: { type: 'boolean', default: false },
    'at-once': { type: 'string', default: String(availableParallelism() + 2) },
  },
})
const seed = pickSeed(values.seed)
const groups = readGroups()
const jobs: Job[] = [
  { name: 'check', command: ['npm', 'run', '--silent', 'check'] },
  ...groups.map(({ name, files }) => groupJob(name, files, { TEST_SEED: String(seed) })),
]
const unknown = positionals.filter((name) => !jobs.some((job) => job.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no group ${unknown.join(', ')}. There are: ${jobs.map(({ name }) => name).join(', ')}`,
  )
  process.exit(1)
}
const chosen = positionals.length > 0 ? jobs.filter(({ name }) => positionals.includes(name)) : jobs
const ordered = values.shuffle ? shuffled(chosen, seed) : chosen
const results = await runAndReport(ordered, Number(values['at-once']))
process.exitCode = printTotals(results, ordered.length - results.length, seed)
