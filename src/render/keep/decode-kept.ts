import { streamFrames } from '../decode/frame-stream.ts'
import { type FrameSource, type Job, noFramesMade } from '../job.ts'
import { keepRefused } from './keep-refused.ts'

/**
 * Every frame that ffmpeg decodes of a file, RGBA, each in a buffer of its own; no more than one waits. Throws AppError
 * keep_refused where there are not `frames` of them, and what `toError` makes of a failure.
 */
export async function* decodeKept(
  source: Pick<FrameSource, 'input' | 'stream' | 'filters' | 'width' | 'height' | 'frames' | 'toError'>,
  job: Job,
): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const all: FrameSource = {
    ...source,
    // A frame more than expected is reported below.
    frames: source.frames + 1,
    rate: { over: 1, under: 1 },
    hasAlpha: true,
    watermarkText: null,
    decoding: null,
    noFrames: noFramesMade,
  }
  const decode = async () => {
    const frames = await streamFrames(all, job, (frame) => writer.write(frame.slice()))
    if (frames !== source.frames) throw keepRefused('not all of its frames can be decoded')
    await writer.close()
  }
  // The reader gets the error.
  decode().catch((error: unknown) => writer.abort(error).catch(() => undefined))
  for await (const frame of readable) yield frame
}
