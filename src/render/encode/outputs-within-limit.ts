import { write } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { systemCode } from '../../lib/system-code.ts'
import { FlashMeter } from '../../gif/flashing/flash-meter.ts'
import type { GifOptions } from '../../options/gif-options.ts'
import { type FrameShape, sizeNote } from '../../options/rules/size-note.ts'
import { type FrameSource, type Job, partOfJob, renditionPath } from '../job.ts'
import { valueOf } from '../probe/ratio.ts'
import { readStoredFrames } from '../process/stored-frames.ts'
import { type Encoded, encodeOtherOutputs } from './encode-outputs.ts'
import type { GifThread } from './gif-thread.ts'
import { makeGifWithinLimit, type OrderedFrames } from './gif-within-limit.ts'
import type { Outputs } from './outputs.ts'

const writeSome = promisify(write)

/** The progress at which the GIF is made, where there are other outputs. */
const fittedShare = 0.7

/** The pause before a full pipe is tried again. */
const fullPipeMs = 2

/** Makes the GIF first, which says what size the frames have in the end, and the other outputs of those frames. */
export async function encodeOutputsWithinLimit(
  ordered: OrderedFrames,
  options: GifOptions & { maxBytes: number },
  outputs: Outputs,
  thread: GifThread,
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
      // `make`, which alone has no other outputs, does not report `hasAlpha`.
      const flashes = new FlashMeter(source)
      for (const shown of fitted.order)
        flashes.add(await fitted.clip.file.readFrame(shown), 1000 / valueOf(rate))
      const flashing = flashes.finish(options.loops)
      return { width, height, frames, durationMs, hasAlpha, flashing, gifBytes, findings: null, ...said }
    }
    const rest = partOfJob(job, fittedShare, 1)
    return { ...(await encodeOtherOutputs(source, options, outputs, thread, rest)), gifBytes, ...said }
  } finally {
    await fitted.clip.file.close()
  }
}

function shapeOf({ width, height, rate }: FrameSource): FrameShape {
  return { width, height, fps: valueOf(rate) }
}

/** Writes a file to a descriptor, after what was written there last. Throws the system's errors. */
export async function copyTo(descriptor: number, path: string): Promise<void> {
  const file = await open(path)
  for await (const chunk of file.createReadStream()) await writeAll(descriptor, chunk as Uint8Array)
}

/** Writes all bytes to a file or pipe, after what was written last. Throws the system's errors. */
export async function writeAll(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    try {
      done += (await writeSome(descriptor, bytes, done, bytes.length - done, null)).bytesWritten
    } catch (error) {
      if (systemCode(error) !== 'EAGAIN') throw error
      await pause(fullPipeMs)
    }
  }
}
