import { readFile } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import type { MediaLimits } from '../../media/media-engine.ts'
import type { FrameFeed } from './clip-feed.ts'
import type { Frame } from './pam.ts'
import { drawPicture } from '../decode/picture.ts'
import { sharp } from '../tools/sharp.ts'

/** What is wished of pictures; null leaves a side to the first of them. */
export type PictureWish = { width: number | null; height: number | null; delayMs: number }

/** In pixels: what the first picture is made where nothing is asked for, unless it is smaller. */
const usualSide = 480

/** The person's own files: what a picture may have is bound only by what the machine can hold. */
const limits: MediaLimits = {
  maxMegapixels: 500,
  maxClipSeconds: Infinity,
  maxFps: Infinity,
  maxWidth: Infinity,
  timeoutSeconds: Infinity,
  maxFrameBytes: Infinity,
  maxDamagedShare: 1,
}

/**
 * Pictures as frames, one a picture, in order, each scaled to fit with black beside it. Throws AppError
 * media_unsupported, media_broken, media_too_large or timed_out, naming the picture.
 */
export async function openPictures(paths: string[], wish: PictureWish): Promise<FrameFeed> {
  const size = await chooseSize(paths[0] ?? '', wish)
  return { frameMs: wish.delayMs, expectedFrames: paths.length, frames: draw(paths, size) }
}

async function* draw(paths: string[], size: { width: number; height: number }): AsyncGenerator<Frame> {
  const open = (path: string | undefined) => {
    const opened = path === undefined ? undefined : drawOne(path, size)
    // It may fail before it is waited for.
    opened?.catch(() => undefined)
    return opened
  }
  // One is decoded while the one before is encoded.
  let next = open(paths[0])
  for (const [index] of paths.entries()) {
    const pixels = await next
    next = open(paths[index + 1])
    if (pixels !== undefined) yield { ...size, pixels }
  }
}

async function drawOne(path: string, size: { width: number; height: number }): Promise<Uint8Array> {
  return drawPicture(await readFile(path), 1, { ...size, resize: true }, limits).catch((error: unknown) => {
    throw naming(path, error)
  })
}

/** A side that is not asked for follows from the shape of the first picture. */
async function chooseSize(
  path: string,
  { width, height }: PictureWish,
): Promise<{ width: number; height: number }> {
  if (width !== null && height !== null) return { width, height }
  const { autoOrient: own } = await sharp(await readFile(path), {
    limitInputPixels: limits.maxMegapixels * 1e6,
  })
    .metadata()
    .catch((cause: unknown) => {
      throw new AppError('media_broken', `${path} is damaged and could not be decoded.`, { cause })
    })
  const scale =
    width !== null
      ? width / own.width
      : height !== null
        ? height / own.height
        : Math.min(1, usualSide / own.width)
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: width ?? scaled(own.width), height: height ?? scaled(own.height) }
}

/** The same error about the file by its name: where pictures are uploaded, they are counted instead. */
function naming(path: string, error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  return new AppError(error.code, error.message.replace(/^Picture \d+/, path), { cause: error.cause })
}
