import { readFile } from 'node:fs/promises'
import { AppError } from '../lib/app-error.ts'
import type { ClipOptions } from '../media/gif-options.ts'
import type { ClipWindow, FrameFeed } from './clip-feed.ts'
import { usualRate } from './clip-filters.ts'
import type { Frame } from './pam.ts'
import { sharp } from './sharp.ts'

/** In pixels; a narrower source keeps its width. */
const usualWidth = 480
/** So many pixels are decoded at a time. */
const batchPixels = 16_000_000
/** What browsers make of a frame that is said to be shown for no time. */
const shortestMs = 10
const usualMs = 100

/**
 * An animated WebP as a stream of frames, sampled as those of a video: ffmpeg does not read the format. Throws AppError
 * media_broken, clip_outside_video, and invalid_value for a crop that is not inside.
 */
export async function openWebp(
  path: string,
  { startSeconds, endSeconds }: ClipWindow,
  clip: ClipOptions,
): Promise<FrameFeed> {
  const bytes = await readFile(path)
  const meta = await sharp(bytes, { pages: -1, limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw broken(path, cause)
    })
  const own = { width: meta.width, height: meta.pageHeight ?? meta.height }
  const { crop } = clip
  if (crop !== null && (crop.x + crop.width > own.width || crop.y + crop.height > own.height)) {
    const message = `The crop is not inside the picture, which is ${own.width} pixels wide and ${own.height} high.`
    throw new AppError('invalid_value', message, { field: 'crop' })
  }
  const rate = clip.fps ?? usualRate
  const shown = (meta.delay ?? []).map((ms) => (ms <= shortestMs ? usualMs : ms))
  const ends = shown.map((_, page) => shown.slice(0, page + 1).reduce((sum, ms) => sum + ms, 0))
  const lengthMs = ends.at(-1) ?? 0
  const startMs = (startSeconds ?? 0) * 1000
  const endMs = Math.min(lengthMs, (endSeconds ?? Infinity) * 1000)
  if (startMs >= lengthMs) {
    const message = `${path} is ${Number((lengthMs / 1000).toFixed(2))} seconds long; choose an earlier start.`
    throw new AppError('clip_outside_video', message, { field: 'start' })
  }
  const count = Math.max(1, Math.round(((endMs - startMs) / 1000 / clip.speed) * rate))
  const pages = Array.from({ length: count }, (_, index) => {
    const at = startMs + (index * 1000 * clip.speed) / rate
    return Math.max(
      0,
      ends.findIndex((end) => end > at),
    )
  })
  return {
    frameMs: 1000 / rate,
    expectedFrames: count,
    frames: showPages(readPages(path, bytes, own, ends.length, clip), pages),
  }
}

/** Each page as often as it is asked for; `pages` only grow. */
async function* showPages(frames: AsyncIterable<Frame>, pages: number[]): AsyncGenerator<Frame> {
  let page = 0
  let shown = 0
  for await (const frame of frames) {
    for (; pages[shown] === page; shown += 1) yield { ...frame, pixels: frame.pixels.slice() }
    page += 1
    if (shown === pages.length) return
  }
}

async function* readPages(
  path: string,
  bytes: Buffer,
  own: { width: number; height: number },
  count: number,
  { crop, width: asked }: ClipOptions,
): AsyncGenerator<Frame> {
  const kept = crop ?? { x: 0, y: 0, ...own }
  const width = asked ?? Math.min(usualWidth, kept.width)
  const height = Math.max(1, Math.round((width * kept.height) / kept.width))
  const batch = Math.max(1, Math.floor(batchPixels / (own.width * own.height)))
  for (let page = 0; page < count; page += batch) {
    const pages = Math.min(batch, count - page)
    const pixels = await sharp(bytes, { page, pages, limitInputPixels: false })
      .ensureAlpha()
      .raw()
      .toBuffer()
      .catch((cause: unknown) => {
        throw broken(path, cause)
      })
    const size = own.width * own.height * 4
    for (let index = 0; index < pages; index += 1) {
      const raw = { ...own, channels: 4 as const }
      const scaled = await sharp(pixels.subarray(index * size, (index + 1) * size), { raw })
        .extract({ left: kept.x, top: kept.y, width: kept.width, height: kept.height })
        .resize(width, height, { fit: 'fill', kernel: 'cubic' })
        .raw()
        .toBuffer()
      yield { width, height, pixels: scaled }
    }
  }
}

function broken(path: string, cause: unknown): AppError {
  return new AppError('media_broken', `${path} is damaged and could not be decoded.`, { cause })
}
