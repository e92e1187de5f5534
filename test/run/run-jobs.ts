import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ReportLine, TestLine } from './reporter.ts'

/** One process of a run. */
export type Job = {
  name: string
  command: string[]
  env?: Record<string, string>
  /** The test files that the process runs, each of which must report a result, and the file of its report. */
  tests?: { files: string[]; report: string }
}

export type JobResult = {
  name: string
  passed: number
  failures: Failure[]
  skipped: { name: string; reason: string }[]
  wallSeconds: number
  /** The CPU time of the process and its descendants. */
  cpuSeconds: number
}

type Failure = { file: string; name: string; error: string }

export type RunOptions = {
  /** The number of processes at a time. */
  atOnce: number
  ended: (result: JobResult) => void
}

/** The folder for the output of each job. */
const logs = '.cache/test'
const group = 'test/run/group.ts'
const reporters = ['spec', './test/run/reporter.ts'].flatMap((reporter) => [
  `--test-reporter=${reporter}`,
  '--test-reporter-destination=stdout',
])
/** The time limit of a job. */
const maxJobMs = 40 * 60_000
/** The time between SIGTERM and SIGKILL. */
const endMs = 10_000

/** Runs test files in one process. */
export function groupJob(name: string, files: string[], env: Record<string, string> = {}): Job {
  const report = join(logs, `${name}.jsonl`)
  const options = ['--import=./test/support/end-of-run.ts', ...reporters]
  const command = [process.execPath, ...options, group, ...files]
  return { name, command, env: { ...env, TEST_REPORT: report }, tests: { files, report } }
}

/** Plants the faults of `list`, or of the project's own list, and runs tests on each. */
export function plantedJob(list: string | undefined): Job {
  const report = join(logs, 'planted.jsonl')
  const options = [`--report=${report}`, ...(list === undefined ? [] : [`--list=${list}`])]
  return {
    name: 'planted',
    command: [process.execPath, 'scripts/planted-faults.ts', ...options],
    tests: { files: [], report },
  }
}

/** Runs jobs in their order, `atOnce` at a time. SIGINT and SIGTERM end all of them. */
export async function runJobs(jobs: Job[], { atOnce, ended }: RunOptions): Promise<JobResult[]> {
  mkdirSync(logs, { recursive: true })
  const waiting = [...jobs]
  const running = new Set<ChildProcess>()
  const results: JobResult[] = []
  const stop = () => {
    waiting.length = 0
    for (const child of running) void endProcess(child)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  let cpuSeconds = endedCpuSeconds()
  const work = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const result = await runJob(job, running)
      const all = endedCpuSeconds()
      result.cpuSeconds = all - cpuSeconds
      cpuSeconds = all
      results.push(result)
      ended(result)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, stop)
  return results
}

async function runJob(job: Job, running: Set<ChildProcess>): Promise<JobResult> {
  const start = performance.now()
  const log = join(logs, `${job.name}.log`)
  if (job.tests !== undefined) rmSync(job.tests.report, { force: true })
  const output = openSync(log, 'w')
  const [program = '', ...args] = job.command
  const child = spawn(program, args, {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...job.env },
    detached: true,
  })
  closeSync(output)
  running.add(child)
  const timer = setTimeout(() => void endProcess(child), maxJobMs)
  const end = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? String(code)))
  })
  clearTimeout(timer)
  running.delete(child)
  const tests = job.tests === undefined ? [] : readReport(job.tests.report)
  const failures = tests.filter((test) => test.outcome === 'failed')
  const missing = missingFiles(job, tests)
  if (missing.length > 0) {
    const name = `no result of ${missing.join(', ')}`
    failures.push({ kind: 'test', file: '', name, outcome: 'failed', error: `See ${relative('.', log)}.` })
  }
  if (end !== '0' && failures.length === 0) {
    const last = readFileSync(log, 'utf8').split('\n').slice(-60).join('\n')
    failures.push({
      kind: 'test',
      file: '',
      name: `${job.name} ended with ${end}`,
      outcome: 'failed',
      error: last,
    })
  }
  return {
    name: job.name,
    passed: tests.filter(({ outcome }) => outcome === 'passed').length,
    failures,
    skipped: tests.filter((test) => test.outcome === 'skipped').map(({ name, reason }) => ({ name, reason })),
    wallSeconds: (performance.now() - start) / 1000,
    cpuSeconds: 0,
  }
}

/** The reported results, with a failure if the process ended before its tests. */
function readReport(path: string): TestLine[] {
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const lines = text
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as ReportLine)
  const tests = lines.filter((line) => line.kind === 'test')
  if (lines.some(({ kind }) => kind === 'end')) return tests
  const last = lines.findLast((line) => line.kind === 'start')
  const name = `the process ended early, in ${last?.name ?? 'its start'}`
  return [...tests, { kind: 'test', file: last?.file ?? '', name, outcome: 'failed', error: `See ${path}.` }]
}

function missingFiles({ tests: { files } = { files: [], report: '' } }: Job, tests: TestLine[]): string[] {
  const reported = new Set(tests.map(({ file }) => (file.startsWith('/') ? relative('.', file) : file)))
  return files.filter((file) => !reported.has(file))
}

async function endProcess(child: ChildProcess): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), name)
    } catch {
      // The process has ended.
    }
  }
  signal('SIGTERM')
  setTimeout(() => signal('SIGKILL'), endMs).unref()
}

/** The CPU time of this process's descendants that have ended; 0 without /proc. */
function endedCpuSeconds(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return 0
  }
}
