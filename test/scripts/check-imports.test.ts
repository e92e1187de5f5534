import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forbiddenImports, importCircles } from '../../scripts/check-imports.ts'
import type { SourceFile } from '../../scripts/structure.ts'

const file = (path: string, imports: string[] = [], packages: string[] = []): SourceFile => ({
  path,
  lines: 1,
  imports,
  packages,
})

for (const [title, source, isAllowed] of [
  ['its own folder', file('src/creation/retry.ts', ['src/creation/values/edit-values.ts']), true],
  ['a folder of its row', file('src/creation/retry.ts', ['src/catalogue/gif.ts']), true],
  ['a folder that is not in its row', file('src/catalogue/gif.ts', ['src/creation/retry.ts']), false],
  ['a subfolder with a row of its own', file('src/site/gif/gif-page.ts', ['src/http/api/gif.ts']), false],
  ['another feature of the site', file('src/site/gif/gif-page.ts', ['src/site/maker/maker-page.ts']), false],
  ['browser modules of the kit', file('src/site/gif/client/main.ts', ['src/site/kit/client/dom.ts']), true],
  [
    'browser modules of another feature',
    file('src/site/gif/client/main.ts', ['src/site/maker/client/a.ts']),
    false,
  ],
  ['a package of its folder', file('src/render/tools/sharp.ts', [], ['sharp']), true],
  ['a package of another folder', file('src/catalogue/gif.ts', [], ['kysely']), false],
  ['a package without a row', file('src/lib/ids.ts', [], ['left-pad']), false],
  ['Node on the server', file('src/lib/ids.ts', [], ['node:crypto']), true],
  ['Node in code that browsers run', file('src/options/option.ts', [], ['node:crypto']), false],
] as const) {
  test(`${isAllowed ? 'permits' : 'refuses'} importing ${title}`, () => {
    assert.equal(forbiddenImports([source]).length, isAllowed ? 0 : 1)
  })
}

test('refuses a folder without a row', () => {
  assert.match(forbiddenImports([file('src/attic/old.ts')]).join(), /src\/attic\/old\.ts .*without a row/)
})

test('finds a circle of imports, and none where two files import the same one', () => {
  const circle = [
    file('src/a.ts', ['src/b.ts']),
    file('src/b.ts', ['src/c.ts']),
    file('src/c.ts', ['src/a.ts']),
  ]
  assert.deepEqual(importCircles(circle), ['src/a.ts imports src/b.ts imports src/c.ts imports src/a.ts'])
  const diamond = [
    file('src/a.ts', ['src/b.ts', 'src/c.ts']),
    file('src/b.ts', ['src/d.ts']),
    file('src/c.ts', ['src/d.ts']),
    file('src/d.ts'),
  ]
  assert.deepEqual(importCircles(diamond), [])
})
