import { readFile } from 'node:fs/promises'
import { type Compositor, createCompositor } from '../../layers/compositor.ts'
import type { Overlay } from '../../layers/layer.ts'
import { openPackagedEngine } from '../../layers/node/open-engine.ts'
import type { RenderPlan } from '../../media/media-engine.ts'
import { streamFrames } from '../decode/frame-stream.ts'
import { type FrameSource, type Job, noFramesMade } from '../job.ts'
import { valueOf } from '../probe/ratio.ts'
import { rawInput } from '../tools/ffmpeg-args.ts'
import { toolFaultError } from '../tools/ffmpeg.ts'
import { timedInput } from '../tools/timed-frames.ts'
import { pullFrames } from './pull-frames.ts'

/**
 * Returns the source with layers drawn over its frames, which pass through this process for that; the watermark is
 * added later. Throws AppError for pictures that cannot be shown.
 */
export async function drawLayers(
  source: FrameSource,
  plan: RenderPlan,
  overlay: Overlay<string>,
  job: Job,
): Promise<FrameSource> {
  const { width, height } = source
  const pictures = await Promise.all(overlay.stickers.map((path) => readFile(path)))
  const compositor = await createCompositor(overlay.layers, {
    width,
    height,
    pictures,
    openEngine: openPackagedEngine,
  })
  if (compositor.missing.length > 0) job.onMissingCharacters?.(compositor.missing)
  const unmarked = { ...source, watermarkText: null }
  return {
    ...source,
    input: source.framesMs === undefined ? rawInput(source, source.rate) : timedInput,
    filters: 'null',
    decoding: null,
    feedSize: { width, height },
    feed: drawn(unmarked, compositor, secondsOf(plan, source), job),
    toError: toolFaultError,
    noFrames: noFramesMade,
  }
}

/** Returns the time a frame is shown, in seconds of the video, or of the animation that pictures become. */
function secondsOf(plan: RenderPlan, { rate, framesMs }: FrameSource): (frame: number) => number {
  const [start, speed] = plan.kind === 'video' ? [plan.startSeconds, plan.clip.speed] : [0, 1]
  if (framesMs === undefined) return (frame) => start + (frame * speed) / valueOf(rate)
  let shownMs = 0
  const starts = framesMs.map((ms) => (shownMs += ms) - ms)
  return (frame) => start + ((starts[frame] ?? 0) * speed) / 1000
}

async function* drawn(
  source: FrameSource,
  compositor: Compositor,
  seconds: (frame: number) => number,
  job: Job,
): AsyncGenerator<Uint8Array> {
  let frame = 0
  try {
    for await (const pixels of framesOf(source, job)) {
      compositor.draw(pixels, seconds(frame))
      frame += 1
      yield pixels
    }
  } finally {
    compositor.close()
  }
}

/** Yields the frames one by one, each in a new buffer; ffmpeg is used for those that have to be decoded or scaled. */
function framesOf(source: FrameSource, job: Job): AsyncIterable<Uint8Array> {
  if (source.feed !== undefined && source.filters === 'null') return source.feed
  return pullFrames((onFrame) => streamFrames(source, job, onFrame))
}
