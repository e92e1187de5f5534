import { blendFrames } from '../../../../../gif/encode/blend-frames.ts'
import { LoopFinder } from '../../../../../gif/loop/loop-finder.ts'
import { makeThumbnail, thumbnailSize } from '../../../../../gif/loop/luma-thumbnail.ts'
import { fadeEnd, type ShownFrame } from '../../../../../options/rules/cross-fade.ts'
import { evenFrames } from '../../../../../gif/encode/even-frames.ts'
import { playBoomerang } from '../../../../../options/rules/play-order.ts'
import type { Edit } from '../edit.ts'
import type { ClipPlan } from './clip-source.ts'
import type { Drawing } from './drawings.ts'

/** The frames of a clip as they are shown. */
export type Clip = {
  width: number
  height: number
  /** How long a frame is shown; on average where they have times of their own. */
  frameMs: number
  framesMs: readonly number[] | null
  count: number
  /** A frame that is used before the next is asked for. */
  frameAt: (index: number) => Uint8Array
}

/** The frames of a plan with what is drawn on them, in the order that the edit asks for. */
export function clipOf(
  plan: ClipPlan,
  frames: Pick<ReadonlyMap<number, Uint8Array>, 'get'>,
  drawings: readonly Drawing[],
  edit: Edit,
  isVideo: boolean,
): Clip {
  const { width, height, frameMs, keys, seconds } = plan
  const drawnAt = (index: number) => {
    const frame = frames.get(keys[index] ?? -1)
    if (frame === undefined) throw new Error(`frame ${index} is missing`)
    if (drawings.length === 0) return frame
    const copy = frame.slice()
    for (const drawing of drawings) drawing.draw(copy, seconds[index] ?? 0)
    return copy
  }
  const order = orderOf(plan, drawnAt, edit, isVideo)
  return {
    width,
    height,
    frameMs,
    framesMs: plan.framesMs === null ? null : order.map((shown) => plan.framesMs?.[storedNumber(shown)] ?? 0),
    count: order.length,
    frameAt: (index) => {
      const shown = order[index] ?? 0
      if (typeof shown === 'number') return drawnAt(shown)
      return blendFrames(drawnAt(shown.frame).slice(), drawnAt(shown.over), shown.opacity)
    },
  }
}

/** The number of the frame whose time a frame is shown for. */
function storedNumber(shown: ShownFrame): number {
  return typeof shown === 'number' ? shown : shown.frame
}

/** As src/render/steps.ts has it: the best loop, the cross-fade, then the direction. */
function orderOf(
  plan: ClipPlan,
  frameAt: (index: number) => Uint8Array,
  { clip }: Edit,
  isVideo: boolean,
): ShownFrame[] {
  const perSecond = 1000 / plan.frameMs
  let order: ShownFrame[] = plan.keys.map((_, index) => index)
  if (isVideo && clip.autoLoop) {
    const finder = new LoopFinder(thumbnailSize(plan), perSecond)
    for (let index = 0; index < plan.keys.length; index += 1) finder.add(makeThumbnail(frameAt(index), plan))
    const { firstFrame, frameCount } = finder.find()
    order = order.slice(firstFrame, firstFrame + frameCount)
  }
  if (isVideo && clip.fade > 0) order = fadeEnd(order, clip.fade, perSecond)
  if (clip.reverse) order = order.toReversed()
  return clip.boomerang ? playBoomerang(order) : order
}

/** How long all frames of a clip are shown together. */
export function clipMs({ framesMs, frameMs, count }: Clip): number {
  return framesMs?.reduce((sum, ms) => sum + ms, 0) ?? count * frameMs
}

/** A clip whose frames are all shown for as long: some of them several times. */
export function withEvenFrames(clip: Clip): Clip {
  if (clip.framesMs === null) return clip
  const { order, frameMs } = evenFrames(clip.framesMs)
  return {
    ...clip,
    frameMs,
    framesMs: null,
    count: order.length,
    frameAt: (index) => clip.frameAt(order[index] ?? 0),
  }
}

/** Every other frame of a clip, each shown for as long as two. */
export function halved({ frameMs, framesMs, count, frameAt, ...clip }: Clip): Clip {
  return {
    ...clip,
    frameMs: frameMs * 2,
    framesMs:
      framesMs?.flatMap((ms, index) => (index % 2 === 0 ? [ms + (framesMs[index + 1] ?? 0)] : [])) ?? null,
    count: Math.ceil(count / 2),
    frameAt: (index) => frameAt(index * 2),
  }
}
