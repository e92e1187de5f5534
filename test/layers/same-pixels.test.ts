import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import type { Layer } from '#src/layers/layer.ts'
import { createCompositor } from '#src/layers/compositor.ts'
import { openPackagedEngine } from '#src/layers/node/open-engine.ts'
import { layerFolder } from '#src/site/kit/assets/layer-files.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { startSite } from '../support/site.ts'
import { drawBackground, readScenes } from './scenes.ts'
import { drawStickers } from './stickers.ts'

const size = { width: 480, height: 270 }

test('a browser draws exactly the same pixels as the server, for every kind of layer and script', async (t) => {
  const site = await startSite(t)
  const stickers = await drawStickers()
  const engine = await openPackagedEngine()
  const background = drawBackground(size.width, size.height, true)
  const page = await (await openBrowser(t)).newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await page.route('**/layers-of-test.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: bundle() }),
  )
  // A page of the site, with its content security policy.
  await page.goto(`${site.url}/create`)
  await page.addScriptTag({ url: '/layers-of-test.js', type: 'module' })
  await page.evaluate((given) => Object.assign(globalThis, given), {
    stickers: stickers.map(toBase64),
    background: toBase64(background),
  })
  for (const [name, layer] of readScenes(stickers.length)) {
    for (const seconds of layer.type === 'picture' && layer.picture === 1 ? [0, 0.35] : [0]) {
      const shown = await page.evaluate(
        ([layer, setting]) => (globalThis as unknown as { drawLayer: DrawLayer }).drawLayer(layer, setting),
        [layer, { folder: layerFolder, ...size, seconds }] as const,
      )
      const made = background.slice()
      const compositor = await createCompositor([layer], {
        ...size,
        pictures: stickers,
        openEngine: async () => engine,
      })
      compositor.draw(made, seconds)
      compositor.close()
      const inBrowser = Buffer.from(shown.pixels, 'base64')
      assert.notDeepEqual(inBrowser, Buffer.from(background), `${name} is drawn`)
      assert.equal(Buffer.compare(inBrowser, made), 0, `${name}: ${psnr(inBrowser, made)} dB`)
      assert.deepEqual(shown.missing, compositor.missing, name)
    }
  }
  assert.deepEqual(faults, [])
})

type DrawLayer = (
  layer: Layer,
  setting: { folder: string; width: number; height: number; seconds: number },
) => Promise<{ pixels: string; missing: string[] }>

function bundle(): Buffer {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('browser-module.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
  })
  return Buffer.from(outputFiles[0]?.contents ?? [])
}

/** The similarity of two pictures, in decibels. */
function psnr(one: Uint8Array, other: Uint8Array): number {
  const squares = one.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0)
  return 10 * Math.log10(255 ** 2 / (squares / one.length))
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
