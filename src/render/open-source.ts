import { readHead } from '../lib/disk/files.ts'
import { isAnimatedPicture, sniffBytes, sniffVideo } from '../media/file-type.ts'
import type { RenderPlan } from '../media/media-engine.ts'
import type { FrameSource, Job } from './job.ts'

/** Opens the frames of a plan with the decoder of its files. Throws AppError as MediaEngine documents. */
export async function openSource(plan: RenderPlan, job: Job): Promise<FrameSource> {
  const source = await openFiles(plan, job)
  if (plan.overlay === undefined || plan.overlay.layers.length === 0) return source
  return (await import('./process/draw-layers.ts')).drawLayers(source, plan, plan.overlay, job)
}

async function openFiles(plan: RenderPlan, job: Job): Promise<FrameSource> {
  // Each is loaded on demand: `make` should produce its first frame immediately, and sharp takes a while to load.
  if (plan.kind === 'pictures') return (await import('./decode/picture-source.ts')).openPictures(plan, job)
  const type = sniffVideo(await readHead(plan.input, sniffBytes))
  if (isAnimatedPicture(type))
    return (await import('./animation/open-animated-clip.ts')).openAnimatedClip(plan, type, job)
  return (await import('./decode/video-source.ts')).openVideo(plan, job)
}
