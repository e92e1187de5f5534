/**
 * Shows that the tests catch faults: puts each fault of a list into a copy of the source, and runs the files of `npm test`
 * that load the changed file, nearest first, until one fails. Types are not checked: only tests catch faults.
 *
 *     node scripts/planted-faults.ts [--list FILE] [--only TEXT] [--report FILE]
 *
 * `--list` reads another list than test/planted-faults.json, in the same format: a JSON array of { file, text, replacement,
 * name?, caughtBy? }, where `text` occurs in `file` exactly
 * once, and `caughtBy` is the test file to try first. `--only` selects the faults whose file or name contains the text.
 * `--report` writes the result of each fault as a JSON line of `test/run/reporter.ts`. The exit code is 1 if a fault was not caught. The source itself is never changed.
 */
import { appendFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { ReportLine } from '../test/run/reporter.ts'
import { ensureFixtures } from '../test/support/media/fixtures.ts'
import { describeFault, misplacedFaults, type PlantedFault, readFaultList } from './planted/fault-list.ts'
import { readImportGraph } from './planted/import-graph.ts'
import { rankTests, readTestTexts } from './planted/rank-tests.ts'
import { copyTree, listSource, type TreeCopy } from './planted/tree-copy.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
/** The number of faults tried at a time, each in its own copy. */
const maxAtOnce = 2
/** The number of test files, and the time, after which a fault counts as not caught. */
const maxFiles = 40
const maxMs = 15 * 60_000

const { values } = parseArgs({
  options: {
    list: { type: 'string', default: `${root}test/planted-faults.json` },
    only: { type: 'string' },
    report: { type: 'string' },
  },
})
const { only = '' } = values
const faults = readFaultList(values.list).filter((fault) => describeFault(fault).includes(only))
const misplaced = misplacedFaults(root, faults)
if (misplaced.length > 0) {
  for (const sentence of misplaced) console.error(sentence)
  process.exit(1)
}

const files = listSource(root)
const graph = readImportGraph(root, files)
const texts = readTestTexts(root, graph)
const fixtures = await ensureFixtures()
/** Test files that pass without a fault, and those that fail without one; the latter prove nothing. */
const sound = new Set<string>()
const unsound = new Set<string>()
const copies: TreeCopy[] = []
process.on('exit', () => {
  for (const copy of copies) copy.remove()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const waiting = [...faults]
let caught = 0
await Promise.all(Array.from({ length: Math.min(maxAtOnce, faults.length) }, tryFaults))
report({ kind: 'end' })
console.log(`${caught} of ${faults.length} planted faults were caught`)
process.exit(caught === faults.length ? 0 : 1)

async function tryFaults(): Promise<void> {
  const copy = copyTree(root, files, fixtures)
  copies.push(copy)
  for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
    const original = copy.read(fault.file)
    const planted = original.replace(fault.text, () => fault.replacement)
    const [isCaught, result] = await tryFault(copy, fault, original, planted)
    copy.write(fault.file, original)
    if (isCaught) caught++
    console.log(`${describeFault(fault)}: ${result}`)
    const test = { kind: 'test', file: fault.file, name: describeFault(fault) } as const
    report(isCaught ? { ...test, outcome: 'passed' } : { ...test, outcome: 'failed', error: result })
  }
}

async function tryFault(
  copy: TreeCopy,
  fault: PlantedFault,
  original: string,
  planted: string,
): Promise<[boolean, string]> {
  const { file, caughtBy } = fault
  const ranked = rankTests(graph, texts, fault)
  const tests = caughtBy !== undefined && graph.has(caughtBy) ? new Set([caughtBy, ...ranked]) : ranked
  const start = performance.now()
  let count = 0
  const done = () => `${count} files in ${Math.round((performance.now() - start) / 1000)} s`
  for (const test of tests) {
    if (unsound.has(test)) continue
    if (count === maxFiles || performance.now() - start > maxMs) break
    count++
    copy.write(file, planted)
    const result = await copy.runTest(test)
    if (result.passed) sound.add(test)
    else if (await passesWithout(test)) return [true, `caught by ${test} (${result.failed}), ${done()}`]
  }
  return [false, `NOT CAUGHT, ${done()}`]

  async function passesWithout(test: string): Promise<boolean> {
    if (sound.has(test)) return true
    copy.write(file, original)
    const result = await copy.runTest(test)
    if (result.passed) sound.add(test)
    else {
      unsound.add(test)
      console.log(`${test} fails without a fault (${result.failed}): not counted`)
    }
    return result.passed
  }
}

function report(line: ReportLine): void {
  if (values.report !== undefined) appendFileSync(values.report, `${JSON.stringify(line)}\n`)
}
