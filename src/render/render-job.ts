import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LookMaker } from '../looks/look-maker.ts'
import type { CreationPlan, Rendered } from '../media/media-engine.ts'
import { maxRenditionBytes, renditions, renditionShape } from '../media/rendition.ts'
import { coreRenditions } from '../media/resolve-rendition.ts'
import { removeContinuous } from './decode/continuous-stream.ts'
import { deriveRenditions, lookOfGif } from './derive/derive-renditions.ts'
import type { GifMaker } from './encode/gif-maker.ts'
import { GifThread } from './encode/gif-thread.ts'
import { mp4Branch } from './encode/mp4.ts'
import type { Outputs } from './encode/outputs.ts'
import { drawStill } from './encode/thumbnail.ts'
import { ThumbnailFrame } from './encode/thumbnail-frame.ts'
import { endWebpAt, isAnimated, webpBranch, writeStillWebp } from './encode/webp.ts'
import { intermediateFiles, type Job, renditionPath } from './job.ts'
import { renditionFile } from './tools/ffmpeg-args.ts'
import { keepAnimation } from './keep/keep-animation.ts'
import type { Made } from './encode/encode-outputs.ts'
import { runPipeline } from './pipeline.ts'
import { type JobMessage, type JobResult, maxMissing, packBytes } from './protocol.ts'

/** The factor on a job's time limit for processor time: several threads may run, and the pool enforces the deadline. */
const cpuShare = 2

/** The encoder's thread, kept warm between jobs. */
let warm: GifThread | undefined

/** Makes every rendition of a plan, in its folder. Calls `reserve` before writing anything large. */
export async function renderJob(
  { plan, folder, limits }: JobMessage,
  { onProgress, reserve }: Pick<Job, 'onProgress' | 'reserve'>,
): Promise<JobResult> {
  const startedMs = performance.now()
  // The thread loads its code while the source is probed.
  warm = warm?.isIdle === true ? warm : new GifThread()
  try {
    const job = {
      folder: () => folder,
      limits,
      onProgress,
      reserve,
      startedMs,
      endsAtMs: startedMs + limits.timeoutSeconds * 1000,
      maxCpuSeconds: limits.timeoutSeconds * cpuShare + 10,
    }
    if (plan.kind === 'derive' && plan.renditions.length === 0)
      return { type: 'derived', shapes: {}, look: packBytes(await lookOfGif(plan, job)) }
    if (plan.kind === 'derive') return { type: 'derived', shapes: await deriveRenditions(plan, warm, job) }
    if (plan.kind === 'preview')
      return {
        type: 'previewed',
        preview: await (await import('./preview/make-preview.ts')).makePreview(plan, job),
      }
    if (plan.kind === 'convert') {
      const { convertPicture } = await import('./preview/convert-picture.ts')
      return { type: 'previewed', preview: await convertPicture(plan, job) }
    }
    if (plan.kind === 'measure') {
      const { gifBytes, width, height, frames, sizeNote } = await runPipeline(plan.plan, gifAlone, warm, job)
      const measured = { bytes: gifBytes, width, height, frames, ...(sizeNote !== undefined && { sizeNote }) }
      return { type: 'measured', measured }
    }
    const missing = new Set<string>()
    const onMissingCharacters = (characters: string[]) => characters.forEach((one) => missing.add(one))
    const { gifBytes: _, findings, ...made } = await makePlan(plan, warm, { ...job, onMissingCharacters })
    const missingCharacters = [...missing].slice(0, maxMissing)
    return {
      type: 'done',
      made: {
        ...made,
        look: packBytes(findings?.look ?? null),
        ...(missingCharacters.length > 0 && { missingCharacters }),
      },
    }
  } finally {
    await Promise.all(Object.values(intermediateFiles).map((name) => rm(join(folder, name), { force: true })))
    await removeContinuous(folder)
  }
}

async function makePlan(
  plan: CreationPlan,
  maker: GifMaker,
  job: Job,
): Promise<Made & Pick<Rendered, 'kept'>> {
  if (plan.kind === 'keep') {
    return { ...(await keepAnimation(plan, creationOutputs, maker, job)), loop: null }
  }
  if (plan.kind === 'edit') {
    // Loaded on demand: most jobs make a GIF of a video.
    return (await import('./edit/edit-animation.ts')).editAnimation(plan, creationOutputs, maker, job)
  }
  return runPipeline(plan, creationOutputs, maker, job)
}

/** The outputs of the GIF without its other renditions. */
const gifAlone: Outputs = {
  gifDescriptor: null,
  maxGifBytes: maxRenditionBytes,
  findsFlashes: false,
  smallGifs: () => [],
  openOthers: null,
}

/** Every rendition of a GIF: ffmpeg makes MP4 and WebP as the frames arrive, and one frame becomes the thumbnail. */
export const creationOutputs: Outputs = {
  gifDescriptor: null,
  maxGifBytes: maxRenditionBytes,
  findsFlashes: true,
  smallGifs: (size) => coreRenditions(size).filter((name) => renditions[name].codec === 'gif'),
  openOthers: (source, options, job) => {
    const { width, height } = source
    const thumbnail = new ThumbnailFrame()
    const look = new LookMaker(source)
    return {
      branches: [mp4Branch(source, job), webpBranch(source, options, job)],
      onFrame: (frame, shownMs) => {
        thumbnail.offer(frame)
        look.add(frame, shownMs)
      },
      finish: async ({ frames, durationMs }) => {
        const stills = coreRenditions(source).filter((name) => renditions[name].frames === 'first')
        for (const name of ['thumb' as const, ...stills]) {
          const shape = renditionShape(name, { width, height, frames, durationMs })
          await writeFile(renditionPath(job, name), await drawStill(thumbnail.pixels, source, name, shape))
        }
        if (frames > 1 && !(await isAnimated(renditionPath(job, 'webp')))) {
          const size = { width, height, durationMs }
          await writeStillWebp(thumbnail.pixels, size, options, renditionFile(job, 'webp'), job)
        } else if (source.framesMs !== undefined) await endWebpAt(renditionPath(job, 'webp'), durationMs)
        return { look: look.finish() }
      },
    }
  },
}
