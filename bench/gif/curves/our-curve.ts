import { createHash } from 'node:crypto'
import { presetSettings } from '#src/gif/encode/encoder-settings.ts'
import { encodeWithinLimit } from '#src/gif/size-limit/encode-within-limit.ts'
import { type GifPreset, gifPresets } from '#src/options/gif-options.ts'
import { writeFileSync } from 'node:fs'
import { median } from '../../measure.ts'
import type { Frames } from '../frames.ts'
import { kept } from '../kept.ts'
import { encodeOurs, workCpu } from '../ours.ts'
import { type Measured, type Point, measurePoint, measureSize } from './point.ts'

/** The default preset of a GIF with a limit. */
export const bestPreset: GifPreset = gifPresets[0]!

/** Our result for a limit: a GIF in full size, or the size of the frames that would fit. */
export type Fitted = {
  limit: Limit
  /** CPU of the encode with the limit, relative to the same without one: a median of pairs. */
  cpuRatio: number
  point: Point | null
  /** "293 × 124 px", if the frames have to be smaller. */
  smaller: string | null
}

/** A limit and the encoder whose size it is. */
export type Limit = { label: string; maxBytes: number }

/** One of a ladder of limits, each 5 % below the previous one. */
export type Rung = { maxBytes: number; bytes: number; blurredPsnr: number }

const rungShare = 0.95

/** Frames as the encoder takes them, and the measurement of our GIFs of them. */
export type OurClip = { frames: Frames; rgba: Uint8Array[]; measured: Measured }

/** Our GIFs by preset, without a limit, from the best. */
export async function ourPresets({ frames, rgba, measured }: OurClip, rounds: number): Promise<Point[]> {
  const points = []
  for (const preset of gifPresets) {
    const encode = () => encodeOurs(frames, rgba, presetSettings(preset))
    const path = keepGif(encode())
    const cpuSeconds = median(Array.from({ length: rounds }, () => workCpu(encode)))
    points.push(await measurePoint({ label: preset, path, cpuSeconds }, measured))
  }
  return points
}

/** Our GIF within a limit, and its CPU in pairs with the encode without one. */
export async function fitLimit(clip: OurClip, limit: Limit, rounds: number): Promise<Fitted> {
  const { frames, rgba, measured } = clip
  const settings = presetSettings(bestPreset)
  const { gif, smaller } = encodeLimited(clip, limit.maxBytes)
  const pairs = Array.from({ length: rounds }, () => {
    const limited = workCpu(() => encodeLimited(clip, limit.maxBytes))
    return { limited, free: workCpu(() => encodeOurs(frames, rgba, settings)) }
  })
  const cpuSeconds = median(pairs.map(({ limited }) => limited))
  return {
    limit,
    cpuRatio: median(pairs.map(({ limited, free }) => limited / free)),
    point: gif && (await measurePoint({ label: 'ours', path: keepGif(gif), cpuSeconds }, measured)),
    smaller,
  }
}

/**
 * Our GIFs at limits each 5 % below the previous one, from the size without a limit down to a size, until frames would
 * have to be smaller; up to a maximum number.
 */
export function ourLadder(clip: OurClip, best: Point, leastBytes: number, most: number): Rung[] {
  const rungs: Rung[] = [{ maxBytes: best.bytes, bytes: best.bytes, blurredPsnr: best.quality.blurredPsnr }]
  for (let step = 1; step <= most; step++) {
    const maxBytes = Math.round(best.bytes * rungShare ** step)
    if (maxBytes < leastBytes * rungShare) break
    const { gif } = encodeLimited(clip, maxBytes)
    if (gif === null) break
    const { bytes, quality } = measureSize(keepGif(gif), clip.measured)
    rungs.push({ maxBytes, bytes, blurredPsnr: quality.blurredPsnr })
  }
  return rungs
}

function encodeLimited(
  { frames: { width, height, fps }, rgba }: OurClip,
  maxBytes: number,
): { gif: Buffer | null; smaller: string | null } {
  let parts: Uint8Array[] = []
  const source = {
    width,
    height,
    count: rgba.length,
    durationMs: 1000 / fps,
    frameAt: (index: number) => rgba[index]!,
  }
  try {
    const { result } = encodeWithinLimit(source, {
      preset: bestPreset,
      maxBytes,
      loops: 0,
      write: (bytes) => void parts.push(bytes.slice()),
      restart: () => (parts = []),
    })
    if (result.fits) return { gif: Buffer.concat(parts), smaller: null }
    const { keepEvery, ...size } = result.smaller
    const rate = keepEvery > 1 ? `, 1 of ${keepEvery} frames` : ''
    return { gif: null, smaller: `${size.width} × ${size.height} px${rate}` }
  } catch (error) {
    if (error instanceof Error && 'field' in error) return { gif: null, smaller: error.message }
    throw error
  }
}

/** Stores a GIF under its content hash; returns its path. */
function keepGif(gif: Uint8Array): string {
  const key = createHash('sha256').update(gif).digest('hex').slice(0, 32)
  return kept(`ours-by-content/${key}.gif`, (path) => writeFileSync(path, gif))
}
