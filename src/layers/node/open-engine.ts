import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DrawingEngine } from '../draw/engine.ts'
import { fontIndex, readFont } from './font-packages.ts'

const require = createRequire(import.meta.url)

/** Opens the engine and its fonts from the packages. Its memory is freed when nothing refers to it. */
export async function openPackagedEngine(): Promise<DrawingEngine> {
  return DrawingEngine.open({ loadCanvasKit, fontIndex, readFont })
}

async function loadCanvasKit() {
  const module = await import('canvaskit-wasm')
  // The types are those of a module, which the package is not: it exports the function itself.
  const init = module.default as unknown as typeof module.default.default
  return init({ locateFile: (file) => join(engineFolder(), file) })
}

/** Returns the folder of the engine's script and its WebAssembly. */
export function engineFolder(): string {
  return dirname(require.resolve('canvaskit-wasm'))
}

/** Returns the version of the engine's package. */
export function engineVersion(): string {
  return (require('canvaskit-wasm/package.json') as { version: string }).version
}

export function readEngineLicense(): Promise<string> {
  return readFile(join(dirname(require.resolve('canvaskit-wasm/package.json')), 'LICENSE'), 'utf8')
}
