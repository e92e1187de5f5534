import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Frames } from '../frames.ts'
import { keptValue } from '../kept.ts'
import { type Perception, measurePerception } from '../perception.ts'
import { type Quality, measureGif } from '../quality.ts'

/** A GIF of a clip: its size and its similarity to the frames. */
export type Point = {
  /** Its encoder: "gifski 60", "small". */
  label: string
  path: string
  bytes: number
  cpuSeconds: number
  quality: Quality
  /** Null if it is not measured. */
  perception: Perception | null
}

/** Frames, and the measurements of the GIFs made from them. */
export type Measured = { frames: Frames; hash: string; withPerception: boolean }

/** Measures a GIF, once: the figures are stored under its content hash. */
export async function measurePoint(
  { label, path, cpuSeconds }: Pick<Point, 'label' | 'path' | 'cpuSeconds'>,
  measured: Measured,
): Promise<Point> {
  const { frames, hash, withPerception } = measured
  return {
    label,
    path,
    cpuSeconds,
    ...measureSize(path, measured),
    perception: withPerception ? await measurePerception(path, frames, hash) : null,
  }
}

/** The bytes of a GIF and its quality, which is stored under its content hash. */
export function measureSize(path: string, { frames, hash }: Measured): Pick<Point, 'bytes' | 'quality'> {
  const gif = readFileSync(path)
  const key = createHash('sha256').update(gif).digest('hex').slice(0, 32)
  return {
    bytes: gif.length,
    quality: keptValue(`quality/${key}-${hash}.json`, () => measureGif(path, frames)),
  }
}
