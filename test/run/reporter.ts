import type { TestEvent } from 'node:test/reporters'

/** A line of a report, as JSON: the result of a test, or the end of the run. */
export type ReportLine = TestLine | { kind: 'end' }

export type TestLine = { kind: 'test'; file: string; name: string } & (
  | { outcome: 'passed' }
  | { outcome: 'skipped'; reason: string }
  | { outcome: 'failed'; error: string }
)

/** A reporter for Node's test runner that writes `ReportLine`s, which `run-jobs.ts` reads. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const names: string[] = []
  for await (const event of events) {
    if (event.type === 'test:start') {
      names.length = event.data.nesting
      names.push(event.data.name)
    }
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const { data } = event
    const path = [...names.slice(0, data.nesting), data.name]
    // In a group, the outermost suite is the file.
    const file = path[0]?.endsWith('.test.ts') === true ? path.shift() : data.file
    const test = { kind: 'test', file: file ?? '', name: path.join(' > ') } as const
    if (event.type === 'test:fail') {
      const { error } = event.data.details
      if (!('failureType' in error) || error.failureType !== 'subtestsFailed')
        yield line({ ...test, outcome: 'failed', error: describe(error) })
    } else if (data.skip !== undefined) yield line({ ...test, outcome: 'skipped', reason: String(data.skip) })
    else if (data.details.type !== 'suite') yield line({ ...test, outcome: 'passed' })
  }
  yield line({ kind: 'end' })
}

function line(value: ReportLine): string {
  return `${JSON.stringify(value)}\n`
}

function describe(error: Error): string {
  const { cause } = error
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? error.message)
}
