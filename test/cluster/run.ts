import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { noPostgres } from '../support/servers/postgres.ts'
import { noS3 } from '../support/servers/s3.ts'
import { openInstancePool } from './instance-pool.ts'
import { leftOut } from './left-out.ts'

/**
 * Runs the tests with PostgreSQL and S3 in the place of SQLite and a folder: `npm run test:cluster [-- FILE …]`. Without
 * files: all but those that `left-out.ts` names.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { concurrency: { type: 'string', default: String(availableParallelism()) } },
})
const missing = noPostgres || noS3
if (missing !== false) throw new Error(missing)
const files = positionals.length > 0 ? positionals : filesToRun()
const ends: (() => Promise<void>)[] = []
try {
  const pool = await openInstancePool({ after: (action) => void ends.push(action) })
  process.exitCode = await runTests(files, pool)
} finally {
  for (const end of ends.toReversed()) await end()
}

function filesToRun(): string[] {
  const all = globSync('test/**/*.test.ts')
  const unused = Object.keys(leftOut).filter((start) => !all.some((file) => file.startsWith(start)))
  if (unused.length > 0) throw new Error(`left-out.ts names what does not exist: ${unused.join(', ')}`)
  return all.filter((file) => !Object.keys(leftOut).some((start) => file.startsWith(start))).toSorted()
}

function runTests(names: string[], pool: string): Promise<number> {
  const options = ['--test-timeout=1800000', `--test-concurrency=${values.concurrency}`]
  const imports = ['--import', './test/support/process-end.ts']
  const child = spawn(process.execPath, ['--test', ...options, ...imports, ...names], {
    stdio: 'inherit',
    env: { ...process.env, TEST_CLUSTER: pool },
  })
  // The servers are ended afterwards: a signal alone would leave them running.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
