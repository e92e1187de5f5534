import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layerFile, layerFolder } from '#src/site/kit/assets/layer-files.ts'
import { startSite } from '../support/site.ts'

test('simultaneous requests share one preparation of files for layers, and other names are not found', async (t) => {
  const [one, other] = [layerFile('fonts.json'), layerFile('fonts.json')]
  assert.equal(one, other)
  assert.equal((await one)?.contentType, 'application/json')
  const site = await startSite(t)
  for (const name of ['constructor', '__proto__', 'toString', '..%2fpackage.json', 'fonts.json%00', 'x']) {
    const { status } = await site.fetch(layerFolder + name)
    assert.equal(status, 404, name)
  }
  assert.equal((await site.fetch(`${layerFolder}fonts.json`)).status, 200)
})
