import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { misplacedFaults, readFaultList } from '../../scripts/planted/fault-list.ts'
import { readImportGraph } from '../../scripts/planted/import-graph.ts'
import { rankTests, readTestTexts } from '../../scripts/planted/rank-tests.ts'
import { listSource } from '../../scripts/planted/tree-copy.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const list = join(root, 'test/planted-faults.json')

async function writeList(t: TestContext, faults: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-faults-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'faults.json')
  await writeFile(path, JSON.stringify(faults))
  return path
}

test('each planted fault changes a text that appears exactly once in its file', () => {
  assert.deepEqual(misplacedFaults(root, readFaultList(list)), [])
})

test('the file that is tried first for a fault loads the changed file', () => {
  const graph = readImportGraph(root, listSource(root))
  const texts = readTestTexts(root, graph)
  const astray = readFaultList(list).filter(
    (fault) => fault.caughtBy !== undefined && !rankTests(graph, texts, fault).includes(fault.caughtBy),
  )
  assert.deepEqual(astray, [])
})

test('there are 60 planted faults or more, two or more in each folder of src', () => {
  const faults = readFaultList(list)
  assert.ok(faults.length >= 60, `${faults.length} faults`)
  const folders = new Set(
    listSource(root).flatMap((file) => (/^src\/\w+\//.test(file) ? [file.split('/')[1]] : [])),
  )
  const few = [...folders].filter(
    (folder) => faults.filter(({ file }) => file.startsWith(`src/${folder}/`)).length < 2,
  )
  assert.deepEqual(few, [])
})

test('a list names the fault that cannot be planted', async (t) => {
  const text = 'export function isListed('
  const fault = { file: 'src/catalogue/gif.ts', text, replacement: 'export function isNotListed(' }
  const faults = [
    fault,
    { ...fault, file: 'src/none.ts' },
    { ...fault, text: 'gif.visibility', name: 'twice' },
  ]
  const [missing, twice, ...others] = misplacedFaults(root, readFaultList(await writeList(t, faults)))
  assert.match(missing ?? '', /^src\/none\.ts: .*there is no such file/)
  assert.match(twice ?? '', /^src\/catalogue\/gif\.ts: twice: its text is there 2 times, not once/)
  assert.deepEqual(others, [])
  const unchanged = await writeList(t, [fault, { ...fault, replacement: text }])
  assert.throws(() => readFaultList(unchanged), /^Error: fault 2 of .* changes nothing$/)
  const textless = await writeList(t, [{ file: 'src/main.ts' }])
  assert.throws(() => readFaultList(textless), /^Error: fault 1 of .* must have file, text and replacement/)
})

test('the tests of a file are those that load it: by imports, as a program, in a thread, bundled for browsers', () => {
  const graph = readImportGraph(root, listSource(root))
  const texts = readTestTexts(root, graph)
  const testsOf = (file: string) => rankTests(graph, texts, { file, text: '', replacement: '' })
  assert.equal(testsOf('src/site/gif/oembed.ts')[0], 'test/site/gif/oembed.test.ts')
  assert.ok(testsOf('src/cli/progress-bar.ts').includes('test/e2e/start.test.ts'), 'run as a program')
  assert.ok(testsOf('src/search/upkeep/job-worker.ts').includes('test/search/live-index.test.ts'), 'a thread')
  assert.ok(testsOf('src/site/maker/client/crop/crop-fields.ts').includes('test/site/maker/crop.test.ts'))
  assert.ok(testsOf('src/site/messages/de/client/kit.ts').includes('test/site/languages.test.ts'))
  assert.ok(!testsOf('src/lib/html.ts').includes('test/gif/encode/encoder.test.ts'), 'not loaded')
  assert.deepEqual(testsOf('src/adapters/db/shared/tables.ts'), [], 'only types')
  assert.ok(!testsOf('src/main.ts').some((file) => file.endsWith('.full.test.ts')), 'not in npm test')
})
