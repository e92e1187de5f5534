import { readFile } from 'node:fs/promises'
import { trailer } from '../../gif/encode/container.ts'
import { writeKeptFrame, writeKeptHead } from '../../gif/keep/rewrite-gif.ts'
import { GifCanvas } from '../../gif/read/gif-canvas.ts'
import { GifError } from '../../gif/read/gif-error.ts'
import { decodeFrames, delayMs } from '../../gif/read/gif-frames.ts'
import { type GifFrame, type ParsedGif, parseGif, playsOf } from '../../gif/read/parse-gif.ts'
import { TransparencyTracker } from '../../gif/read/transparency.ts'
import { maxWork } from '../animation/picture-limits.ts'
import type { SourceLimits } from '../job.ts'
import { checkKept, gifRefused, maxKeptSize } from './keep-refused.ts'
import { type KeptAnimation, timedSource } from './timed-source.ts'

/** Decoded frames are kept in memory up to this many bytes; those of larger GIFs are decoded a second time. */
const maxHeldBytes = 64_000_000

/**
 * Opens a GIF to be kept: decodes every frame, and passes to `write` the same GIF, rewritten so that every decoder
 * shows it as browsers show its source. Throws AppError keep_refused, media_broken or media_too_large.
 */
export async function openKeptGif(
  path: string,
  limits: SourceLimits,
  write: (bytes: Uint8Array) => Promise<unknown> = async () => undefined,
): Promise<KeptAnimation> {
  const bytes = await readFile(path)
  try {
    const gif = parseGif(bytes, {
      maxFrames: limits.maxAnimationFrames,
      maxPixels: maxWork(bytes.length, limits),
      maxScreenPixels: maxKeptSize(limits),
    })
    const framesMs = gif.frames.map(delayMs)
    checkKept({ ...gif, durationMs: framesMs.reduce((sum, ms) => sum + ms, 0) }, limits)
    const { held, hasAlpha } = await rewrite(bytes, gif, write)
    const source = timedSource({
      ...gif,
      framesMs,
      hasAlpha,
      feed: paintFrames(held ?? indicesOf(bytes, gif), gif),
    })
    return { source, loops: playsOf(gif) }
  } catch (error) {
    throw error instanceof GifError ? gifRefused(error, limits) : error
  }
}

type Indices = { frame: GifFrame; indices: Uint8Array }

async function rewrite(
  bytes: Uint8Array,
  gif: ParsedGif,
  write: (bytes: Uint8Array) => Promise<unknown>,
): Promise<{ held: Indices[] | null; hasAlpha: boolean }> {
  const transparency = new TransparencyTracker(gif)
  const allBytes = gif.frames.reduce((sum, { width, height }) => sum + width * height, 0)
  const held: Indices[] | null = allBytes <= maxHeldBytes ? [] : null
  const parts = [writeKeptHead(gif)]
  let waitingBytes = 0
  for (const decoded of decodeFrames(bytes, gif)) {
    const { frame, indices } = decoded
    transparency.add(frame, indices)
    held?.push({ frame, indices })
    for (const part of writeKeptFrame(decoded)) {
      parts.push(part)
      waitingBytes += part.length
    }
    if (waitingBytes < 1_000_000) continue
    await write(Buffer.concat(parts.splice(0)))
    waitingBytes = 0
  }
  await write(Buffer.concat([...parts, trailer]))
  return { held, hasAlpha: transparency.hasTransparent }
}

function* indicesOf(bytes: Uint8Array, gif: ParsedGif): Generator<Indices> {
  for (const { frame, indices } of decodeFrames(bytes, gif)) yield { frame, indices }
}

/** Yields the frames as they are seen: RGBA, each in a new buffer. */
async function* paintFrames(frames: Iterable<Indices>, gif: ParsedGif): AsyncGenerator<Uint8Array> {
  const canvas = new GifCanvas(gif)
  for (const { frame, indices } of frames) {
    canvas.paint(frame, indices)
    yield canvas.rgba.slice()
  }
}
