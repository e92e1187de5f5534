import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../../', import.meta.url)
const page = readFileSync(new URL('docs/security.md', root), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|(?: threat |-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('every threat in docs/security.md has a defence and names a test that is there', () => {
  assert.ok(rows.length > 30)
  for (const [, threat = '', defence = '', tests = '', ...rest] of rows) {
    assert.deepEqual(rest, [''], threat)
    assert.ok(threat !== '' && defence !== '', threat)
    const named = tests.split(', ')
    for (const path of named) {
      assert.match(path, /^test\/[\w/-]+\.test\.ts$/, threat)
      assert.ok(existsSync(new URL(path, root)), `${path} is not there`)
    }
  }
})
