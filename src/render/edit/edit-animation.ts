import { open, stat } from 'node:fs/promises'
import type { EditPlan } from '../../media/media-engine.ts'
import { renditionBytes } from '../disk-need.ts'
import { encodeOtherOutputs } from '../encode/encode-outputs.ts'
import type { GifMaker } from '../encode/gif-maker.ts'
import type { Outputs } from '../encode/outputs.ts'
import { copyTo } from '../encode/copy-file.ts'
import { intermediatePath, type Job, partOfJob, renditionPath } from '../job.ts'
import type { KeptMade } from '../keep/keep-animation.ts'
import { openKeptGif } from '../keep/kept-gif.ts'
import type { Made } from '../encode/encode-outputs.ts'
import { runPipeline } from '../pipeline.ts'
import { noteOfOriginal } from '../../options/rules/size-note.ts'
import { openParts } from './open-parts.ts'
import { repaintGif } from './repaint-gif.ts'
import { writeEdited } from './write-edited.ts'

export type EditMade = Made & Pick<KeptMade, 'kept'>

/** The progress at which the frames are arranged. */
const arrangedShare = 0.2

/**
 * Edits an animation frame by frame. The GIF shows exactly the chosen frames, unless the plan requires repainting: a
 * crop, a smaller width, a limit that their bytes exceed, a preset, a watermark; then they are encoded again, with
 * their times. Throws AppError as MediaEngine documents.
 */
export async function editAnimation(
  plan: EditPlan,
  outputs: Outputs,
  maker: GifMaker,
  job: Job,
): Promise<EditMade> {
  const { parts, rest } = await openParts(plan, maker, partOfJob(job, 0, arrangedShare / 2))
  const path = intermediatePath(job, 'edited')
  const edited = await writeEdited(parts, rest, path, job)
  const later = partOfJob(job, arrangedShare, 1)
  const gif = { ...rest.gif, loops: edited.loops, reverse: false, boomerang: false }
  const kept = { loops: edited.loops, isOriginal: false }
  const { clip } = rest
  const { overlay } = plan
  if (clip.autoLoop || clip.fade > 0 || overlay !== undefined) {
    const video = {
      kind: 'video' as const,
      input: path,
      startSeconds: 0,
      endSeconds: Infinity,
      watermarkText: plan.watermarkText,
      gif,
      clip: { ...clip, width: clip.width ?? edited.width, speed: 1 },
      ...(overlay !== undefined && { overlay }),
    }
    return { ...(await runPipeline(video, outputs, maker, later)), kept }
  }
  const isReshaped = mustReshape(rest, edited)
  if (isReshaped || mustShrink(rest, edited)) {
    // Encoding frames again may take more bytes, but someone who asks only for that wants fewer.
    const maxBytes = gif.maxBytes ?? (isReshaped ? null : edited.bytes)
    const repainted = await repaintGif(path, { ...rest, gif: { ...gif, maxBytes } }, outputs, maker, later)
    const { sizeNote, ...painted } = repainted
    const isLimited = gif.maxBytes !== null && sizeNote !== undefined
    return { ...painted, ...(isLimited && { sizeNote }), loop: null, kept }
  }
  const { source } = await openKeptGif(path, job.limits)
  await job.reserve(renditionBytes(source) + edited.bytes)
  if (outputs.gifDescriptor === null) {
    const file = await open(renditionPath(job, 'gif'), 'w')
    await copyTo(file.fd, path).finally(() => file.close())
  } else await copyTo(outputs.gifDescriptor, path)
  const made = await encodeOtherOutputs(source, gif, outputs, maker, later)
  const { size: gifBytes } = await stat(path)
  const sizeNote = noteOfOriginal(gifBytes, gif.maxBytes)
  const note = sizeNote === null ? {} : { sizeNote }
  return { ...made, gifBytes, ...note, loop: null, kept: { ...kept, isOriginal: true } }
}

/** Returns true if the plan requires different pixels than the frames have. */
function mustReshape({ watermarkText, clip }: EditPlan, { width }: { width: number }): boolean {
  return watermarkText !== null || clip.crop !== null || (clip.width !== null && clip.width < width)
}

/** Returns true if the plan requires fewer bytes than the frames take. */
function mustShrink({ repaints, gif }: EditPlan, { bytes }: { bytes: number }): boolean {
  return gif.maxBytes === null ? repaints : bytes > gif.maxBytes
}
