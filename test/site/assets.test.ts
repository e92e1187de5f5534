import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { test } from 'node:test'
import { descendants, isAlive, programOf } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'

// esbuild, with a count of its bundles.
const counting = `
  import esbuild from ${JSON.stringify(import.meta.resolve('esbuild'))}
  export const entries = []
  export const { stop } = esbuild
  export function buildSync(options) {
    entries.push(...options.entryPoints)
    return esbuild.buildSync(options)
  }`
const countingUrl = `data:text/javascript,${encodeURIComponent(counting)}`
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'esbuild' ? { url: countingUrl, shortCircuit: true } : next(specifier, context),
})
const { entries } = (await import(countingUrl)) as { entries: string[] }
const { findAsset, siteAssets } = await import('#src/site/kit/assets/assets.ts')

test('the path of a missing file builds nothing, and the path of a file builds that file once', () => {
  for (const name of [
    'x.js',
    'x.de.js',
    'x.css',
    'kit.xx.js',
    'toString',
    '__proto__',
    'constructor.de.js',
    '',
  ]) {
    assert.equal(findAsset(`/static/0123456789ab/${name}`), undefined, name)
  }
  assert.deepEqual(entries, [])
  for (const hash of ['0123456789ab', '0123456789ac', 'x'.repeat(1000)]) {
    assert.equal(findAsset(`/static/${hash}/notices.fr.js`), undefined)
  }
  assert.equal(entries.length, 1)
  const { script } = siteAssets('fr').bundles.notices
  assert.equal(findAsset(script.path), script)
  assert.equal(entries.length, 1)
})

test('every file named by a page is found by its path', () => {
  const { bundles, lazy, icons, toolsConverters, mark, picker, pickerFrame } = siteAssets('ja')
  const files = [
    ...[bundles.kit, bundles.maker, pickerFrame].flatMap(({ style, script }) => [style, script]),
    lazy.maker.record,
    icons.maskable,
    toolsConverters.webp,
    mark,
    picker,
  ]
  for (const file of files) assert.equal(findAsset(file.path), file, file.path)
})

test('after the bundler was killed another one serves the next request', async () => {
  const before = siteAssets('es').bundles.notices.script
  const bundlers = descendants(process.pid).filter((pid) => programOf(pid) === 'esbuild')
  assert.notEqual(bundlers.length, 0)
  for (const pid of bundlers) process.kill(pid, 'SIGKILL')
  await until('the bundler has ended', () => !bundlers.some(isAlive))
  assert.notEqual(siteAssets('es').bundles.tools.script.path, before.path)
})
