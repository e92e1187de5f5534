import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EditPlan, VideoPlan } from '#src/media/media-engine.ts'
import { makeGif } from '#src/render/make-gif.ts'
import { configureTools } from '#src/render/tools/run-tool.ts'
import { poolLimits } from './rendering.ts'

/** Restores the limits of this process's tools: `make` leaves them ended, as it does nothing after its GIF. */
export function restoreTools(): void {
  const { signal } = new AbortController()
  configureTools({ sandbox: { args: [] }, isLimited: true, env: process.env, signal })
}

/** Makes a GIF in this process and nothing else, like the command `make`: far cheaper than by a pool. */
export async function makeInProcess(folder: string, plan: VideoPlan | EditPlan): Promise<Buffer> {
  const path = join(folder, 'made.gif')
  const file = await open(path, 'w')
  try {
    await makeGif(() => Promise.resolve(plan), {
      ...{ signal: new AbortController().signal, descriptor: file.fd, format: 'gif', limits: poolLimits },
      findsFlashes: false,
      folder: () => folder,
      tools: { sandbox: { args: [] }, isLimited: false, env: process.env },
      reserve: () => Promise.resolve(),
    })
  } finally {
    await file.close()
    restoreTools()
  }
  return readFile(path)
}
