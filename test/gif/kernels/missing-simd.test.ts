import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const encoder = new URL('../../../src/gif/encode/encoder.ts', import.meta.url).href
const settings = new URL('../../../src/gif/encode/encoder-settings.ts', import.meta.url).href
const scaler = new URL('../../../src/gif/scale/rgba-scaler.ts', import.meta.url).href
const filter = new URL('../../../src/gif/scale/filter.ts', import.meta.url).href

/**
 * The errors of the encoder and of a scaler that a fresh process prints after `change` was applied to its WebAssembly.
 */
async function errorsAfter(change: string): Promise<unknown> {
  // The change comes after the imports: Node itself needs WebAssembly to read TypeScript.
  const script = `
    const { GifEncoder } = await import(${JSON.stringify(encoder)})
    const { presetSettings } = await import(${JSON.stringify(settings)})
    const { RgbaScaler } = await import(${JSON.stringify(scaler)})
    const { scaleKernels } = await import(${JSON.stringify(filter)})
    ${change}
    const size = { width: 8, height: 8 }
    const errorOf = (work) => { try { work() } catch ({ name, message }) { return { name, message } } }
    console.log(JSON.stringify([
      errorOf(() => new GifEncoder({ ...size, loops: 0 }, presetSettings('balanced'), () => {})),
      errorOf(() => new RgbaScaler(size, size, scaleKernels.cubic)),
    ]))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script])
  return JSON.parse(stdout)
}

test('without WebAssembly SIMD, encoding and scaling end in one error that names the requirement', async () => {
  const error = {
    name: 'MissingSimdError',
    message:
      'GIFs are made with WebAssembly SIMD, which is missing here. Use Chrome or Edge 91, Firefox 89, Safari 16.4 or Node.js 16.4, or a later version.',
  }
  for (const change of ['WebAssembly.validate = () => false', 'delete globalThis.WebAssembly'])
    assert.deepEqual(await errorsAfter(change), [error, error], change)
})
