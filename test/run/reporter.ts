import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Transform } from 'node:stream'
import type { TestEvent } from 'node:test/reporters'

/** A line of a report, as JSON: the start of a test, its result, or the end of the run. */
export type ReportLine = TestLine | { kind: 'start'; file: string; name: string } | { kind: 'end' }

export type TestLine = { kind: 'test'; file: string; name: string } & (
  | { outcome: 'passed' }
  | { outcome: 'skipped'; reason: string }
  | { outcome: 'failed'; error: string }
)

/**
 * A reporter for Node's test runner that appends `ReportLine`s to the file TEST_REPORT, which `run-jobs.ts` reads. It writes
 * at once, so that the report of a process that crashes names the test.
 */
export default new Transform({
  writableObjectMode: true,
  transform(event: TestEvent, _encoding, done) {
    report(event)
    done()
  },
  flush(done) {
    write({ kind: 'end' })
    done()
  },
})

/** The names of the suites and tests around the next result. */
const names: string[] = []

function report(event: TestEvent): void {
  if (event.type === 'test:start') {
    names.length = event.data.nesting
    names.push(event.data.name)
  }
  if (event.type === 'test:dequeue') {
    const { file = '', name } = event.data
    write({ kind: 'start', file, name })
  }
  if (event.type !== 'test:pass' && event.type !== 'test:fail') return
  const { data } = event
  const path = [...names.slice(0, data.nesting), data.name]
  // In a group, the outermost suite is the file.
  const group = path[0]?.endsWith('.test.ts') === true ? path.shift() : undefined
  const test = { kind: 'test', file: group ?? data.file ?? '', name: path.join(' > ') } as const
  if (group !== undefined && data.file?.endsWith('.test.ts') === true && resolve(group) !== data.file) {
    // Node does so when modules of several files await at their top level.
    const error = `The test runner took this test of ${data.file} for one of ${group}: does a module use a top-level await?`
    return write({ ...test, outcome: 'failed', error })
  }
  if (event.type === 'test:fail') {
    const { error } = event.data.details
    if (!('failureType' in error) || error.failureType !== 'subtestsFailed')
      write({ ...test, outcome: 'failed', error: describe(error) })
  } else if (data.skip !== undefined) write({ ...test, outcome: 'skipped', reason: String(data.skip) })
  else if (data.details.type !== 'suite') write({ ...test, outcome: 'passed' })
}

function write(line: ReportLine): void {
  appendFileSync(process.env.TEST_REPORT ?? '/dev/null', `${JSON.stringify(line)}\n`)
}

function describe(error: Error): string {
  const { cause } = error
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? error.message)
}
