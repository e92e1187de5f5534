/**
 * `npm run test:full`: runs all tests, in parts.
 *
 *     node test/run/full.ts [--seed NUMBER] [--list FILE] [PART…] [FILE…]
 *
 * Without a part, it runs those that have not passed at this commit yet, which continues an interrupted run. With files, the
 * named parts run only these. `--list` replaces the list of faults of the part `planted`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { partNames, parts } from './parts.ts'
import { printTotals, runAndReport } from './report-results.ts'
import type { JobResult } from './run-jobs.ts'
import { pickSeed } from './seed.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, list: { type: 'string' } },
})
const only = positionals.filter((name) => name.endsWith('.ts'))
const named = positionals.filter((name) => !name.endsWith('.ts'))
const unknown = named.filter((name) => !partNames.includes(name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. There are: ${partNames.join(', ')}`)
  process.exit(1)
}
const seed = pickSeed(values.seed)
const kept = only.length > 0 || values.list !== undefined ? undefined : keptResults()
const results: JobResult[] = []
let notRun = 0
for (const name of named.length > 0 ? named : partNames) {
  const before = kept?.read()[name]
  if (named.length === 0 && before !== undefined && before.every(({ failures }) => failures.length === 0)) {
    console.log(`${name}: has passed at this commit`)
    results.push(...before)
    continue
  }
  console.log(`${name}: ${parts[name]?.about}`)
  const start = performance.now()
  const started = await parts[name]?.start({ seed, only, list: values.list })
  if (started === undefined) continue
  const { jobs, close } = started
  const ended = await runAndReport(jobs, availableParallelism() + 2).finally(close)
  notRun += jobs.length - ended.length
  if (ended.length === jobs.length) kept?.write(name, ended)
  results.push(...ended)
  console.log(`${name}: ${((performance.now() - start) / 60_000).toFixed(1)} minutes\n`)
  if (notRun > 0) break
}
process.exitCode = printTotals(results, notRun, seed)

/** The stored results of this commit, by part; undefined if the working tree has changes. */
function keptResults() {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  if (git('status', '--porcelain') !== '') {
    console.log('The working tree has changes: results are not kept.')
    return undefined
  }
  const file = `.cache/test-full/${git('rev-parse', 'HEAD')}.json`
  const read = (): Record<string, JobResult[]> => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Record<string, JobResult[]>
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
      throw error
    }
  }
  return {
    read,
    write: (part: string, ended: JobResult[]) => {
      mkdirSync('.cache/test-full', { recursive: true })
      writeFileSync(file, JSON.stringify({ ...read(), [part]: ended }))
    },
  }
}
