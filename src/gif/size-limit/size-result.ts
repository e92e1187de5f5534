import type { Frames } from '../encode/encode-frames.ts'
import { type Preset, settingsAt } from './quality-scale.ts'
import { type Shrinking, shrinkingFor, type Tried } from './smaller-frames.ts'

/** What the strongest level is taken to leave of a file while it was not tried. */
export const guessedLeast = 0.5
/** Frames are shrunk so that this level would do. */
export const shrunkLevel = 0.5

export type SizeTarget = {
  preset: Preset
  maxBytes: number
  /** How often the animation plays; 0: for ever. */
  loops: number
  /** Gets the file's bytes in order. */
  write: (bytes: Uint8Array) => void
  /** What was written is given up: the file begins again. */
  restart: () => void
  /** Called as frames are encoded: 0 to 1, never backwards. */
  onProgress?: (fraction: number) => void
}

/** What the file takes, never more than the limit; or what was tried, and how to shrink the frames for another try. */
export type SizeResult =
  | { fits: true; bytes: number; level: number }
  | { fits: false; tried: Tried; shrinking: Shrinking }

/** `bytes` is what the frames take at the level that they are shrunk for. */
export function tooLarge(frames: Frames, { preset, maxBytes }: SizeTarget, bytes: number): SizeResult {
  const wanted = { settings: settingsAt(preset, shrunkLevel), bytes, maxBytes }
  const { width, height } = frames
  return { fits: false, tried: { width, height, bytes }, shrinking: shrinkingFor(frames, wanted) }
}
