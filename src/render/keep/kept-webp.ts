import { readFile } from 'node:fs/promises'
import { animationError, drawFrames, readAnimation } from '../decode/animated-webp.ts'
import type { SourceLimits } from '../job.ts'
import { checkKept, keepRefused, maxKeptWork } from './keep-refused.ts'
import { type KeptAnimation, timedSource } from './timed-source.ts'

const name = 'The animated WebP'

/** Chunks that are a part of what is seen; a frame's own are inside of `ANMF`. */
const shownInFrame = new Set(['ALPH', 'VP8 ', 'VP8L'])

/** In the flags of `VP8X`: what is kept has alpha or not, and is animated. */
const [alphaFlag, animationFlag] = [0x10, 0x02]

/**
 * Opens an animated WebP to be kept; `webp` is the same one with nothing but its frames and their times, or null where it
 * has a colour profile, without which it would look otherwise. Throws AppError keep_refused, media_broken or
 * media_too_large.
 */
export async function openKeptWebp(
  path: string,
  limits: SourceLimits,
): Promise<KeptAnimation & { webp: Buffer | null }> {
  const bytes = await readFile(path)
  const animation = readAnimation(bytes, name, limits.maxAnimationFrames)
  const { width, height, endsMs, hasAlpha } = animation
  checkKept({ width, height, durationMs: endsMs.at(-1) ?? 0 }, limits)
  if (endsMs.length * width * height > maxKeptWork(bytes.length, limits)) {
    throw keepRefused('it has more pixels in all its frames than a file of its size may')
  }
  async function* draw() {
    try {
      const numbers = endsMs.map((_, frame) => frame)
      yield* drawFrames(bytes, animation, numbers, { crop: null, width, height })
    } catch (cause) {
      throw animationError(cause, name)
    }
  }
  const framesMs = endsMs.map((end, frame) => end - (endsMs[frame - 1] ?? 0))
  const source = timedSource({ width, height, hasAlpha, framesMs, feed: draw() })
  const { webp, loops } = rewriteWebp(bytes)
  return { source, loops, webp }
}

/** Writes a WebP anew: its header, its times and its frames, no metadata, unknown chunks or trailing bytes. */
function rewriteWebp(bytes: Buffer): { webp: Buffer | null; loops: number } {
  const kept: Buffer[] = []
  let loops = 0
  let hasProfile = false
  for (const { type, chunk } of chunksOf(bytes, 12)) {
    if (type === 'ICCP') hasProfile = true
    else if (type === 'VP8X') {
      const header = Buffer.from(chunk)
      header[8] = ((header[8] ?? 0) & alphaFlag) | animationFlag
      kept.push(header)
    } else if (type === 'ANIM') {
      loops = chunk.readUInt16LE(12)
      kept.push(chunk)
    } else if (type === 'ANMF') {
      const parts = [...chunksOf(chunk, 24)].filter((part) => shownInFrame.has(part.type))
      kept.push(riffChunk('ANMF', chunk.subarray(8, 24), ...parts.map((part) => part.chunk)))
    }
  }
  return { webp: hasProfile ? null : riffChunk('RIFF', Buffer.from('WEBP'), ...kept), loops }
}

/** The whole chunks of a RIFF file from an offset on, with their heads; what is cut off is left out. */
function* chunksOf(bytes: Buffer, start: number): Generator<{ type: string; chunk: Buffer }> {
  for (let at = start; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (at + 8 + size > bytes.length) return
    // Of a chunk of an odd size the padding is a part.
    const padding = Buffer.alloc(Math.max(0, end - bytes.length))
    yield {
      type: bytes.toString('latin1', at, at + 4),
      chunk: Buffer.concat([bytes.subarray(at, end), padding]),
    }
    at = end
  }
}

function riffChunk(type: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(8, type, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}
