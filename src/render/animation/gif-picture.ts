import { GifCanvas } from '../../gif/read/gif-canvas.ts'
import { GifError } from '../../gif/read/gif-error.ts'
import { decodeFrame, delayMs } from '../../gif/read/gif-frames.ts'
import { LzwDecoder } from '../../gif/read/lzw-decoder.ts'
import { type GifFrame, type ParsedGif, parseGif, playsOf } from '../../gif/read/parse-gif.ts'
import type { SourceLimits } from '../job.ts'
import { tooLarge } from '../tools/ffmpeg.ts'
import { brokenGif } from '../keep/keep-refused.ts'
import { type AnimatedPicture, FrameEnds, type ReadUpTo } from './animated-picture.ts'
import { maxCanvasPixels, maxWork, tooMuchWork } from './picture-limits.ts'

/** Reads a GIF. Throws AppError media_broken, or media_too_large if its frames have too many pixels. */
export function readGif(bytes: Buffer, { maxFrames, endMs, limits }: ReadUpTo): AnimatedPicture {
  let shownMs = 0
  let hasMore = false
  const isEnd = (frames: readonly GifFrame[]) => {
    const last = frames.at(-1)
    shownMs += last === undefined ? 0 : delayMs(last)
    hasMore = frames.length === maxFrames && shownMs < endMs
    return hasMore || shownMs >= endMs
  }
  const { gif, hasAlpha } = parse(bytes, limits, isEnd)
  const ends = new FrameEnds()
  for (const frame of gif.frames) ends.add(delayMs(frame))
  const { width, height } = gif
  return {
    format: 'gif',
    ...{ width, height, hasMore },
    hasAlpha,
    loops: playsOf(gif),
    endsMs: ends.endsMs,
    isCutOff: false,
    fileBytes: bytes.length,
    frames: (numbers) => paintFrames(bytes, gif, numbers),
  }
}

function parse(
  bytes: Buffer,
  limits: SourceLimits,
  isEnd: (frames: readonly GifFrame[]) => boolean,
): { gif: ParsedGif; hasAlpha: boolean } {
  try {
    const gif = parseGif(bytes, {
      ...{ maxFrames: Infinity, maxPixels: maxWork(bytes.length, limits), isEnd },
      maxScreenPixels: maxCanvasPixels(limits),
    })
    return { gif, hasAlpha: mayBeTransparent(bytes, gif) }
  } catch (error) {
    if (!(error instanceof GifError)) throw error
    if (error.reason === 'damaged') throw brokenGif(error)
    throw error.reason === 'screen_too_large' ? tooLarge(error.message) : tooMuchWork(error)
  }
}

/**
 * Returns true if a frame may have transparent pixels, because the first one leaves them open or they are cleared
 * later. Throws GifError damaged if no decoder shows the first frame.
 */
function mayBeTransparent(bytes: Buffer, gif: ParsedGif): boolean {
  const { frame, indices } = decodeFrame(bytes, gif, 0, new LzwDecoder())
  const { left, top, width, height, transparentIndex, disposal } = frame
  const isCovered = left === 0 && top === 0 && width >= gif.width && height >= gif.height
  const hasHoles = transparentIndex !== null && indices.includes(transparentIndex)
  return !isCovered || hasHoles || disposal >= 2 || gif.frames.some((one) => one.disposal === 2)
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
