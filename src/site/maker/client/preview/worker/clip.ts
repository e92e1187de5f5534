import { blendFrames } from '../../../../../gif/encode/blend-frames.ts'
import { LoopFinder } from '../../../../../gif/loop/loop-finder.ts'
import { makeThumbnail, thumbnailSize } from '../../../../../gif/loop/luma-thumbnail.ts'
import { fadeEnd, type ShownFrame } from '../../../../../options/rules/cross-fade.ts'
import { playBoomerang } from '../../../../../options/rules/play-order.ts'
import type { Edit } from '../edit.ts'
import type { ClipPlan } from './clip-source.ts'
import type { Drawing } from './drawings.ts'

/** The frames of a clip as they are shown. */
export type Clip = {
  width: number
  height: number
  frameMs: number
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
    count: order.length,
    frameAt: (index) => {
      const shown = order[index] ?? 0
      if (typeof shown === 'number') return drawnAt(shown)
      return blendFrames(drawnAt(shown.frame).slice(), drawnAt(shown.over), shown.opacity)
    },
  }
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

/** Every other frame of a clip, each shown for twice as long. */
export function halved({ frameMs, count, frameAt, ...clip }: Clip): Clip {
  return {
    ...clip,
    frameMs: frameMs * 2,
    count: Math.ceil(count / 2),
    frameAt: (index) => frameAt(index * 2),
  }
}
