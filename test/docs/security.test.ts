import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMissingTests, readThreats, readTitles } from '../../scripts/security-page.ts'

test('every threat in docs/security.md has a defense and names existing tests', () => {
  const rows = readThreats()
  assert.ok(rows.length > 100)
  assert.deepEqual(findMissingTests(rows), [])
})

test('a missing test is reported, by its file and by its title', () => {
  const row = (title: string, path: string) => ({ threat: 'a', defence: 'b', tests: [{ title, path }] })
  const path = 'test/docs/security.test.ts'
  assert.deepEqual(findMissingTests([row('a missing test is reported, by its…', path)]), [])
  assert.equal(findMissingTests([row('a missing test is reported, by', path)]).length, 1)
  assert.equal(findMissingTests([row('a test', 'test/docs/none.test.ts')]).length, 1)
})

test('a row without tests, or with a broken link, is refused', () => {
  for (const cells of ['a | b |', 'a | b | test/x.test.ts', 'a |  | [title](../test/x.test.ts)'])
    assert.throws(() => readThreats(`| ${cells} |`), /docs\/security\.md/, cells)
})

test('titles are read from calls, templates and tables', () => {
  const source = `
    test('one', () => {})
    describe(\`of \${what({ a: 1 })} and more\`, () => it('isn\\'t', () => {}))
    for (const [name] of [['first case', 1], ['second', 2]]) test(name, () => {})`
  assert.deepEqual(readTitles(source), ['one', 'of … and more', "isn't", 'first case', 'second'])
})
