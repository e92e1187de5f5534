import { stat } from 'node:fs/promises'
import type { GifOptions } from '../../options/gif-options.ts'
import { type FrameShape, sizeNote } from '../../options/rules/size-note.ts'
import { type FrameSource, type Job, partOfJob, renditionPath } from '../job.ts'
import { valueOf } from '../probe/ratio.ts'
import { readStoredFrames } from '../process/stored-frames.ts'
import { copyTo } from './copy-file.ts'
import { type Encoded, encodeOtherOutputs, openFlashMeter } from './encode-outputs.ts'
import type { GifMaker } from './gif-maker.ts'
import { makeGifWithinLimit, type OrderedFrames } from './gif-within-limit.ts'
import type { Outputs } from './outputs.ts'

/** The progress at which the GIF is made, if there are other outputs. */
const fittedShare = 0.7

/** Makes the GIF first, which determines the final size of the frames, and then the other outputs from those frames. */
export async function encodeOutputsWithinLimit(
  ordered: OrderedFrames,
  options: GifOptions & { maxBytes: number },
  outputs: Outputs,
  maker: GifMaker,
  job: Job,
): Promise<Encoded> {
  const fitting = partOfJob(job, 0, outputs.openOthers === null ? 1 : fittedShare)
  const count = ordered.order.length
  const given = shapeOf(ordered.clip.source)
  const fitted = await makeGifWithinLimit(ordered, options, {
    ...fitting,
    onProgress: (fraction) => {
      fitting.onProgress(fraction)
      job.onFrames?.('encode', Math.round(fraction * count), count)
    },
  })
  try {
    const source = readStoredFrames(fitted.clip, fitted.order)
    const path = renditionPath(job, 'gif')
    const { size: gifBytes } = await stat(path)
    const { preset, maxBytes } = options
    const { level } = fitted
    const made = shapeOf(fitted.clip.source)
    const note = sizeNote({ preset, maxBytes, bytes: gifBytes, level, given, made })
    const said = note === null ? {} : { sizeNote: note }
    if (outputs.gifDescriptor !== null) await copyTo(outputs.gifDescriptor, path)
    if (outputs.openOthers === null) {
      const { width, height, frames, rate, hasAlpha } = source
      const durationMs = Math.round((frames * 1000) / valueOf(rate))
      // `make`, the only caller without other outputs, does not report `hasAlpha`.
      const flashing = outputs.findsFlashes ? await isFlashing(fitted, options.loops) : null
      return { width, height, frames, durationMs, hasAlpha, flashing, gifBytes, findings: null, ...said }
    }
    const rest = partOfJob(job, fittedShare, 1)
    return { ...(await encodeOtherOutputs(source, options, outputs, maker, rest)), gifBytes, ...said }
  } finally {
    await fitted.clip.file.close()
  }
}

function shapeOf({ width, height, rate }: FrameSource): FrameShape {
  return { width, height, fps: valueOf(rate) }
}

/** Returns true if frames of a size limit flash more than three times within a second. */
async function isFlashing({ clip, order }: OrderedFrames, loops: number): Promise<boolean> {
  const flashes = await openFlashMeter(clip.source)
  for (const shown of order) flashes.add(await clip.file.readFrame(shown), 1000 / valueOf(clip.source.rate))
  return flashes.finish(loops)
}
