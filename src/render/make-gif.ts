import { fstatSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import type { EditPlan, RenderPlan } from '../media/media-engine.ts'
import type { GifMaker } from './encode/gif-maker.ts'
import type { Job } from './job.ts'
import { type FileFormat, outputsOf, writeFormat } from './make-file.ts'
import type { Made } from './encode/encode-outputs.ts'
import { runPipeline } from './pipeline.ts'
import { configureTools, type ToolSettings } from './tools/run-tool.ts'

export type MakeJob = Pick<Job, 'folder' | 'limits' | 'onFrames' | 'onMissingCharacters' | 'reserve'> & {
  /** The file descriptor to write the file to; it stays open. */
  descriptor: number
  format: FileFormat
  /** True to check for flashing. */
  findsFlashes: boolean
  signal: AbortSignal
  tools: Omit<ToolSettings, 'signal'>
}

/** The result, and the bytes of its file. */
export type MadeGif = Omit<Made, 'durationMs' | 'hasAlpha' | 'gifBytes'> & { bytes: number }

/** Makes one file in this process, and nothing else. Throws AppError, and the signal's reason. */
export async function makeGif(
  openPlan: () => Promise<RenderPlan | EditPlan>,
  { descriptor, format, findsFlashes, signal, tools, ...job }: MakeJob,
): Promise<MadeGif> {
  configureTools({ ...tools, signal })
  const maker = await openMaker(descriptor)
  const stop = () => void maker.close()
  signal.addEventListener('abort', stop)
  try {
    const plan = await openPlan()
    const outputs = await outputsOf(format, descriptor, findsFlashes)
    const whole = {
      ...job,
      onProgress: () => undefined,
      startedMs: performance.now(),
      endsAtMs: Infinity,
      maxCpuSeconds: job.limits.timeoutSeconds,
    }
    const { gifBytes, ...made } =
      plan.kind === 'edit'
        ? await (await import('./edit/edit-animation.ts')).editAnimation(plan, outputs, maker, whole)
        : await runPipeline(plan, outputs, maker, whole)
    return { ...made, bytes: format === 'gif' ? gifBytes : await writeFormat(format, descriptor, whole) }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', stop)
    await maker.close()
  }
}

/** Opens the encoder: in this process, or in a thread if writing to the output may block. */
async function openMaker(descriptor: number): Promise<GifMaker> {
  if (fstatSync(descriptor).isFile()) return new (await import('./encode/gif-in-process.ts')).GifInProcess()
  // The thread finds its code compiled, as this process did.
  const compileCache = getCompileCacheDir()
  if (compileCache !== undefined) process.env.NODE_COMPILE_CACHE ??= compileCache
  return new (await import('./encode/gif-thread.ts')).GifThread()
}
