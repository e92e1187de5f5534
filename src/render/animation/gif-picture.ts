import { GifCanvas } from '../../gif/read/gif-canvas.ts'
import { GifError } from '../../gif/read/gif-error.ts'
import { colourCount, decodeFrame, delayMs } from '../../gif/read/gif-frames.ts'
import { LzwDecoder } from '../../gif/read/lzw-decoder.ts'
import { type GifFrame, type ParsedGif, parseGif, playsOf } from '../../gif/read/parse-gif.ts'
import { AppError } from '../../lib/app-error.ts'
import type { SourceLimits } from '../job.ts'
import { tooLarge } from '../tools/ffmpeg.ts'
import { type AnimatedPicture, FrameEnds, type ReadUpTo } from './animated-picture.ts'
import { maxWork, tooMuchWork } from './picture-limits.ts'

const name = 'The GIF'

/** Reads a GIF. Throws AppError media_broken, or media_too_large where its frames have too many pixels. */
export function readGif(bytes: Buffer, { maxFrames, endMs, limits }: ReadUpTo): AnimatedPicture {
  let shownMs = 0
  let hasMore = false
  const gif = parse(bytes, limits, (frames) => {
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
    hasAlpha: mayBeTransparent(gif),
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
): ParsedGif {
  const maxScreenPixels = limits.maxMegapixels * 1e6
  try {
    const maxPixels = maxWork(bytes.length, limits)
    return parseGif(bytes, { maxFrames: Infinity, maxPixels, maxScreenPixels, isEnd })
  } catch (error) {
    if (!(error instanceof GifError)) throw error
    if (error.reason === 'damaged')
      throw new AppError('media_broken', `${name} is damaged: ${error.message}.`, { cause: error })
    const isLarge = bytes.readUInt16LE(6) * bytes.readUInt16LE(8) > maxScreenPixels
    throw isLarge ? tooLarge(error.message) : tooMuchWork(error)
  }
}

/** Whether a frame may have transparent pixels; says yes where only the pixels could tell. */
function mayBeTransparent(gif: ParsedGif): boolean {
  const [first] = gif.frames
  const isCovered = first?.left === 0 && first.top === 0 && isWide(first, gif)
  return (
    !isCovered ||
    gif.frames.some(
      (frame) =>
        frame.transparentIndex !== null ||
        frame.disposal === 2 ||
        1 << frame.minCodeSize > colourCount(frame, gif),
    )
  )
}

function isWide({ width, height }: GifFrame, screen: ParsedGif): boolean {
  return width >= screen.width && height >= screen.height
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
      const frame = gif.frames[next]
      if (frame !== undefined) canvas.paint(frame, decodeFrame(bytes, frame, next + 1, decoder).indices)
    }
    yield canvas.rgba
  }
}
