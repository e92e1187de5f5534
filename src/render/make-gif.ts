import { getCompileCacheDir } from 'node:module'
import type { EditPlan, RenderPlan } from '../media/media-engine.ts'
import { GifThread } from './encode/gif-thread.ts'
import type { Job } from './job.ts'
import { type FileFormat, outputsOf, writeFormat } from './make-file.ts'
import { type Made, runPipeline } from './pipeline.ts'
import { configureTools, type ToolSettings } from './tools/run-tool.ts'

export type MakeJob = Pick<Job, 'folder' | 'limits' | 'onFrames' | 'onMissingCharacters' | 'reserve'> & {
  /** The file descriptor that the file is written to; it stays open. */
  descriptor: number
  format: FileFormat
  signal: AbortSignal
  tools: Omit<ToolSettings, 'signal'>
}

/** What was made, and the bytes of its file. */
export type MadeGif = Omit<Made, 'durationMs' | 'hasAlpha' | 'gifBytes'> & { bytes: number }

/** Makes one file in this process, and nothing else. Throws AppError, and the signal's reason. */
export async function makeGif(
  openPlan: () => Promise<RenderPlan | EditPlan>,
  { descriptor, format, signal, tools, ...job }: MakeJob,
): Promise<MadeGif> {
  // The thread finds its code compiled, as this process did.
  const compileCache = getCompileCacheDir()
  if (compileCache !== undefined) process.env.NODE_COMPILE_CACHE ??= compileCache
  configureTools({ ...tools, signal })
  const thread = new GifThread()
  const stop = () => void thread.close()
  signal.addEventListener('abort', stop)
  try {
    const plan = await openPlan()
    const outputs = outputsOf(format, descriptor)
    const whole = {
      ...job,
      onProgress: () => undefined,
      startedMs: performance.now(),
      endsAtMs: Infinity,
      maxCpuSeconds: job.limits.timeoutSeconds,
    }
    const { gifBytes, ...made } =
      plan.kind === 'edit'
        ? await (await import('./edit/edit-animation.ts')).editAnimation(plan, outputs, thread, whole)
        : await runPipeline(plan, outputs, thread, whole)
    return { ...made, bytes: format === 'gif' ? gifBytes : await writeFormat(format, descriptor, whole) }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', stop)
    await thread.close()
  }
}
