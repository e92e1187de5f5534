import { readHead } from '../../lib/disk/files.ts'
import { sniffBytes, sniffVideo } from '../../media/file-type.ts'
import type { RenderPlan } from '../../media/media-engine.ts'
import type { FrameSource, Job } from '../job.ts'
import { pictureFrames } from './picture-source.ts'
import { videoFrames } from './video-source.ts'
import { webpFrames } from './webp-source.ts'

/** The frames of a plan, from what decodes its files. Throws AppError as MediaEngine says. */
export async function openFrames(plan: RenderPlan, job: Job): Promise<FrameSource> {
  if (plan.kind === 'pictures') return pictureFrames(plan, job)
  const type = sniffVideo(await readHead(plan.input, sniffBytes))
  return type === 'webp' ? webpFrames(plan, job) : videoFrames(plan, job)
}
