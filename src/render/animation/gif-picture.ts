import { GifCanvas } from '../../gif/read/gif-canvas.ts'
import { GifError } from '../../gif/read/gif-error.ts'
import { decodeFrame, delayMs } from '../../gif/read/gif-frames.ts'
import { LzwDecoder } from '../../gif/read/lzw-decoder.ts'
import { type GifFrame, type ParsedGif, parseGif, playsOf } from '../../gif/read/parse-gif.ts'
import { AppError } from '../../lib/app-error.ts'
import type { SourceLimits } from '../job.ts'
import { tooLarge } from '../tools/ffmpeg.ts'
import { type AnimatedPicture, FrameEnds, type ReadUpTo } from './animated-picture.ts'
import { maxFramePixels, maxWork, tooMuchWork } from './picture-limits.ts'

const name = 'The GIF'

/** Reads a GIF. Throws AppError media_broken, or media_too_large where its frames have too many pixels. */
export function readGif(bytes: Buffer, { maxFrames, endMs, limits }: ReadUpTo): AnimatedPicture {
  let shownMs = 0
  let hasMore = false
  const { gif, first } = open(bytes, limits, (frames) => {
    const last = frames.at(-1)
    shownMs += last === undefined ? 0 : delayMs(last)
    hasMore = frames.length === maxFrames && shownMs < endMs
    return hasMore || shownMs >= endMs
  })
  const ends = new FrameEnds()
  for (const frame of gif.frames) ends.add(delayMs(frame))
  const { width, height } = gif
  return {
    name,
    ...{ width, height, hasMore },
    hasAlpha: mayBeTransparent(gif, first),
    loops: playsOf(gif),
    endsMs: ends.endsMs,
    isCutOff: false,
    fileBytes: bytes.length,
    frames: (numbers) => paintFrames(bytes, gif, numbers),
  }
}

/** Reads the blocks of a GIF, and its first frame as it is shown. Throws AppError. */
function open(
  bytes: Buffer,
  limits: SourceLimits,
  isEnd: (frames: readonly GifFrame[]) => boolean,
): { gif: ParsedGif; first: GifFrame } {
  const maxScreenPixels = maxFramePixels(limits)
  try {
    const maxPixels = maxWork(bytes.length, limits)
    const gif = parseGif(bytes, { maxFrames: Infinity, maxPixels, maxScreenPixels, isEnd })
    return { gif, first: decodeFrame(bytes, gif, 0, new LzwDecoder()).frame }
  } catch (error) {
    if (!(error instanceof GifError)) throw error
    if (error.reason === 'damaged')
      throw new AppError('media_broken', `${name} is damaged: ${error.message}.`, { cause: error })
    throw error.reason === 'screen_too_large' ? tooLarge(error.message) : tooMuchWork(error)
  }
}

/** Whether a frame may have transparent pixels; says yes where only the pixels could tell. */
function mayBeTransparent({ frames, width, height }: ParsedGif, first: GifFrame): boolean {
  const isCovered = first.width === width && first.height === height && first.transparentIndex === null
  return !isCovered || frames.some((frame) => frame.transparentIndex !== null || frame.disposal === 2)
}

async function* paintFrames(
  bytes: Buffer,
  gif: ParsedGif,
  numbers: readonly number[],
): AsyncGenerator<Uint8Array> {
  const canvas = new GifCanvas(gif)
  const decoder = new LzwDecoder()
  let next = 0
  for (const number of numbers) {
    for (; next <= number; next += 1) {
      const { frame, indices } = decodeFrame(bytes, gif, next, decoder)
      canvas.paint(frame, indices)
    }
    yield canvas.rgba
  }
}
