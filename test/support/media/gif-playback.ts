import { GifEncoder } from '../../../src/gif/encode/encoder.ts'
import { type EncoderSettings, presetSettings } from '../../../src/gif/encode/encoder-settings.ts'
import type { Decoded } from './decoded.ts'

/** Frames of RGBA and the duration of each. */
export type Animation = { width: number; height: number; frames: Uint8Array[]; delaysMs: number[] }

/** The GIF that the encoder makes of an animation. */
export function encodeGif(
  { width, height, frames, delaysMs }: Animation,
  { loops = 0, ...settings }: Partial<EncoderSettings> & { loops?: number } = {},
): Buffer {
  const parts: Uint8Array[] = []
  const encoder = new GifEncoder(
    { width, height, loops },
    { ...presetSettings('best'), ...settings },
    (bytes) => void parts.push(bytes),
  )
  for (const [index, frame] of frames.entries()) encoder.add(frame, delaysMs[index] ?? 100)
  encoder.finish()
  return Buffer.concat(parts)
}

/** The picture shown in the middle of each frame of an animation when a decoder plays its GIF. */
export function shownAt(
  { frames, delaysMs }: Decoded,
  { delaysMs: wanted }: Animation,
): (Buffer | undefined)[] {
  const ends: number[] = []
  let end = 0
  for (const delay of delaysMs.length === 0 ? [Infinity] : delaysMs) ends.push((end += delay))
  let time = 0
  return wanted.map((duration) => {
    const middle = time + duration / 2
    time += duration
    return frames[ends.findIndex((frameEnd) => middle < frameEnd)] ?? frames.at(-1)
  })
}

/** RGBA with invisible pixels cleared. */
export function visible(pixels: Uint8Array): Buffer {
  const kept = Buffer.from(pixels)
  for (let at = 0; at < kept.length; at += 4) {
    if ((kept[at + 3] ?? 0) < 128) kept.fill(0, at, at + 4)
    else kept[at + 3] = 255
  }
  return kept
}
