import { getCompileCacheDir } from 'node:module'
import type { RenderPlan } from '../media/media-engine.ts'
import { GifThread } from './encode/gif-thread.ts'
import type { Job } from './job.ts'
import { type Made, runPipeline } from './pipeline.ts'
import { configureTools, type ToolSettings } from './tools/run-tool.ts'

export type MakeJob = Pick<Job, 'folder' | 'limits' | 'onFrames' | 'onMissingCharacters' | 'reserve'> & {
  /** The file descriptor that the GIF is written to; it stays open. */
  descriptor: number
  signal: AbortSignal
  tools: Omit<ToolSettings, 'signal'>
}

export type MadeGif = Omit<Made, 'durationMs' | 'hasAlpha'>

/** Makes one GIF in this process, and nothing else. Throws AppError, and the signal's reason. */
export async function makeGif(
  openPlan: () => Promise<RenderPlan>,
  { descriptor, signal, tools, ...job }: MakeJob,
): Promise<MadeGif> {
  // The thread finds its code compiled, as this process did.
  const compileCache = getCompileCacheDir()
  if (compileCache !== undefined) process.env.NODE_COMPILE_CACHE ??= compileCache
  configureTools({ ...tools, signal })
  const thread = new GifThread()
  const stop = () => void thread.close()
  signal.addEventListener('abort', stop)
  const outputs = { gifDescriptor: descriptor, maxGifBytes: Infinity, smallGifs: () => [], openOthers: null }
  try {
    const plan = await openPlan()
    return await runPipeline(plan, outputs, thread, {
      ...job,
      onProgress: () => undefined,
      startedMs: performance.now(),
      endsAtMs: Infinity,
      maxCpuSeconds: job.limits.timeoutSeconds,
    })
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', stop)
    await thread.close()
  }
}
