import { globalSetup, globalTeardown } from '../support/run-setup.ts'
import { type Job, type JobResult, runJobs } from './run-jobs.ts'

/** Runs jobs with a prepared database, and prints the result of each. */
export async function runAndReport(jobs: Job[], atOnce: number): Promise<JobResult[]> {
  process.env.NODE_COMPILE_CACHE ??= `${process.cwd()}/.cache/compile`
  await globalSetup()
  try {
    return await runJobs(jobs, { atOnce, ended: printResult })
  } finally {
    await globalTeardown()
  }
}

function printResult({ name, passed, failures, skipped, wallSeconds, cpuSeconds }: JobResult): void {
  const counts = [
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(failures.length > 0 ? [`${failures.length} failed`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
  ]
  const mark = failures.length > 0 ? '✖' : '✔'
  const cost = `${wallSeconds.toFixed(0)} s, ${cpuSeconds.toFixed(0)} CPU s`
  console.log(`${mark} ${name}: ${[...counts, cost].join(', ')}`)
  for (const { file, name: test, error } of failures) {
    console.log(`\n  ${file}\n  ${test}\n${error.replaceAll(/^/gm, '    ')}\n`)
  }
}

/** Prints the failures and the totals of a run, and returns its exit code. */
export function printTotals(results: JobResult[], notRun: number, seed: number): number {
  const skipped = results.flatMap((result) => result.skipped)
  const failures = results.flatMap((result) => result.failures)
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  if (failures.length > 0) console.log('\nFailed:')
  for (const { file, name } of failures) console.log(`  ${file}: ${name}`)
  if (notRun > 0) console.log(`\nStopped: ${notRun} jobs did not run`)
  const reasons = Object.entries(Object.groupBy(skipped, ({ reason }) => reason))
    .map(([reason, tests]) => `; ${tests?.length} skipped: ${reason}`)
    .join('')
  console.log(
    `${passed} passed, ${failures.length} failed, ${skipped.length} skipped${reasons}; seed ${seed}`,
  )
  return failures.length + notRun > 0 ? 1 : 0
}
