import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test, type TestContext } from 'node:test'
import { cleanUp } from '../support/clean-up.ts'
import { assignFiles } from './groups.ts'
import { groupJob, type JobResult, runJobs } from './run-jobs.ts'
import { shuffled } from './seed.ts'

async function runGroup(
  t: TestContext,
  files: Record<string, string>,
  modules: Record<string, string> = {},
): Promise<JobResult> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-group-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const imports = `import { after, before, test } from 'node:test'\nimport assert from 'node:assert/strict'\n`
  for (const [name, text] of Object.entries(modules)) await writeFile(join(folder, name), text)
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), imports + text)
  const paths = Object.keys(files).map((name) => relative('.', join(folder, name)))
  // Node's runner would otherwise report to the one that runs this file.
  const job = groupJob('run-jobs-test', paths, { NODE_TEST_CONTEXT: '' })
  const [result] = await runJobs([job], { atOnce: 1, ended: () => undefined })
  assert.ok(result)
  return result
}

test('the hooks of a file apply to its own tests only, and a failure names its file', async (t) => {
  const result = await runGroup(t, {
    'a.test.ts': `
      before(() => { globalThis.users = (globalThis.users ?? 0) + 1 })
      after(() => { globalThis.users-- })
      test('has its hook', () => assert.equal(globalThis.users, 1))
      test('is not done', { skip: 'no time' }, () => undefined)`,
    'b.test.ts': `
      test('has no hook of the other', () => assert.equal(globalThis.users, 0))
      test('fails', () => assert.equal('this', 'that'))`,
  })
  assert.equal(result.passed, 2)
  assert.deepEqual(result.skipped, [{ name: 'is not done', reason: 'no time' }])
  const [failure] = result.failures
  assert.equal(result.failures.length, 1)
  assert.match(failure?.file ?? '', /b\.test\.ts$/)
  assert.equal(failure?.name, 'fails')
  assert.match(failure?.error ?? '', /this/)
})

test('a process that ends early fails and names the test, and so does a file without tests', async (t) => {
  const result = await runGroup(t, {
    'a.test.ts': `test('is well', () => undefined)
      test('ends the process', async () => {
        await new Promise(setImmediate)
        process.exit(0)
      })`,
    'b.test.ts': '',
  })
  assert.equal(result.passed, 1)
  const names = result.failures.map(({ name }) => name)
  assert.equal(names.length, 2, names.join('\n'))
  assert.match(names[0] ?? '', /ended early, in ends the process/)
  assert.match(result.failures[0]?.file ?? '', /a\.test\.ts$/)
  assert.match(names[1] ?? '', /no result of .*b\.test\.ts/)
})

test('a test that the runner attributes to another file fails', async (t) => {
  const wait = `await new Promise((resolve) => setTimeout(resolve, 20))
    export const waited = true`
  const result = await runGroup(
    t,
    {
      'a.test.ts': `import './wait.ts'
      test('is of a', () => undefined)`,
      'b.test.ts': `import './wait.ts'
      test('is of b', () => undefined)`,
    },
    { 'wait.ts': wait },
  )
  assert.equal(result.passed, 1)
  assert.match(result.failures[0]?.error ?? '', /took this test of .*\.test\.ts for one of .*top-level await/)
})

test('a file belongs to the longest prefix, and every file and prefix to another', () => {
  const prefixes = { all: ['test/'], site: ['test/site/'] }
  assert.deepEqual(assignFiles(['test/site/b.test.ts', 'test/a.test.ts'], prefixes), [
    { name: 'all', files: ['test/a.test.ts'] },
    { name: 'site', files: ['test/site/b.test.ts'] },
  ])
  assert.throws(() => assignFiles(['test/a.test.ts'], prefixes), /No test file matches test\/site\//)
  assert.throws(
    () => assignFiles(['src/a.test.ts'], { all: ['test/'] }),
    /No prefix matches src\/a\.test\.ts/,
  )
})

test('a seed gives the same order every time', () => {
  const items = Array.from({ length: 20 }, (_, index) => index)
  assert.deepEqual(shuffled(items, 7), shuffled(items, 7))
  assert.notDeepEqual(shuffled(items, 7), shuffled(items, 8))
  assert.deepEqual(
    shuffled(items, 7).toSorted((a, b) => a - b),
    items,
  )
})
