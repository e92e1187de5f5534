import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { partNames, parts } from '../test/run/parts.ts'
import { findImporters, readImportGraph } from './planted/import-graph.ts'
import { listSource } from './planted/tree-copy.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** The kinds of tests, the most expensive first. A test file is of the first kind of which it loads a module. */
const kinds = [
  { name: 'browser', modules: ['test/support/browser/browser.ts'] },
  {
    name: 'processes',
    modules: ['server-process.ts', 'command.ts', 'make.ts'].map((file) => `test/support/processes/${file}`),
  },
  { name: 'servers', modules: ['test/support/servers/postgres.ts', 'test/support/servers/s3.ts'] },
  { name: 'app', modules: ['test/support/app.ts'] },
  {
    name: 'media',
    modules: ['media/media.ts', 'media/fixtures.ts', 'rendering/rendering.ts'].map(
      (file) => `test/support/${file}`,
    ),
  },
  { name: 'unit', modules: [] },
]

/** docs/testing.md: docs/testing.in.md with the numbers of each kind of test and the parts of the full run. */
export function testingPage(): string {
  const text = readFileSync(`${root}docs/testing.in.md`, 'utf8')
  const numbers = countTests()
  const withNumbers = text.replaceAll(/<!-- number (\w+) -->/g, (_, kind: string) => {
    const { usual = 0, full = 0 } = numbers.get(kind) ?? {}
    if (usual + full === 0) throw new Error(`There is no test of the kind ${kind}`)
    return `${usual} | ${full}`
  })
  const rows = partNames.map((name) => `| \`${name}\` | ${parts[name]?.about} |`)
  return withNumbers.replace('<!-- parts -->', ['| part | what it runs |', '|---|---|', ...rows].join('\n'))
}

/** The number of test files of each kind that `npm test` runs, and that only the full run does. */
function countTests(): Map<string, { usual: number; full: number }> {
  const graph = readImportGraph(root, listSource(root))
  const tests = [...graph.keys()].filter((file) => file.endsWith('.test.ts'))
  const loaded = kinds.map(
    ({ modules }) => new Set(modules.flatMap((file) => [...findImporters(graph, file).keys()])),
  )
  const counts = new Map(kinds.map(({ name }) => [name, { usual: 0, full: 0 }]))
  for (const file of tests) {
    const kind = kinds[loaded.findIndex((files) => files.has(file))]?.name ?? 'unit'
    const count = counts.get(kind)
    if (count !== undefined) count[file.endsWith('.full.test.ts') ? 'full' : 'usual']++
  }
  return counts
}
