import type { CanvasKit, CanvasKitInitOptions } from 'canvaskit-wasm'
import { DrawingEngine } from '../draw/engine.ts'
import type { FontIndex } from '../fonts/font-index.ts'

type EngineModule = { default: (options: CanvasKitInitOptions) => Promise<CanvasKit> }

const opened = new Map<string, Promise<DrawingEngine>>()

/**
 * Opens the engine whose files are in this folder of the site, with a slash at its end. A page or a worker uses one for
 * its whole life; if it cannot be loaded, the next call tries again.
 */
export function openEngine(folder: string): Promise<DrawingEngine> {
  const engine = opened.get(folder) ?? load(folder)
  opened.set(folder, engine)
  engine.catch(() => opened.delete(folder))
  return engine
}

function load(folder: string): Promise<DrawingEngine> {
  return DrawingEngine.open({
    loadCanvasKit: async () => {
      const module = (await import(`${folder}canvaskit.js`)) as EngineModule
      return module.default({ locateFile: (file) => `${folder}${file}` })
    },
    fontIndex: async () => (await fetchFile(`${folder}fonts.json`)).json() as Promise<FontIndex>,
    readFont: async (name) => new Uint8Array(await (await fetchFile(folder + name)).arrayBuffer()),
  })
}

async function fetchFile(address: string): Promise<Response> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return answer
}
