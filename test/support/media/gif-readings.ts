import { GifCanvas } from '../../../src/gif/read/gif-canvas.ts'
import { GifError } from '../../../src/gif/read/gif-error.ts'
import { decodeFrames, delayMs } from '../../../src/gif/read/gif-frames.ts'
import { parseGif } from '../../../src/gif/read/parse-gif.ts'
import type { CleanUp } from '../clean-up.ts'
import { openDecoders, pictureHash, type Shown } from './gif-decoders.ts'

const limits = { maxFrames: 1000, maxPixels: 50_000_000 }

const others = ['Chromium', 'ffmpeg', 'libvips'] as const

export type OtherReader = (typeof others)[number]

/** The output of decoders for a GIF as text: its size, its pictures and their times; null if they refuse it. */
export type GifReadings = Record<OtherReader | 'ours', string | null>

/** Opens the readers to compare; each shares no code with the others. */
export async function openReaders(t: CleanUp): Promise<(gif: Buffer) => Promise<GifReadings>> {
  const decoders = await openDecoders(t)
  return async (gif) => {
    const read = async (name: OtherReader) => {
      try {
        return readingOf(await decoders[name](gif))
      } catch {
        // It does not show a file that it has any complaint about.
        return null
      }
    }
    const [chromium, ffmpeg, libvips] = await Promise.all(others.map(read))
    return {
      Chromium: chromium ?? null,
      ffmpeg: ffmpeg ?? null,
      libvips: libvips ?? null,
      ours: ownReading(gif),
    }
  }
}

/**
 * The result on which two of the three other readers agree: a reading, or null for a refusal; undefined if all differ.
 */
export function majority(readings: GifReadings): string | null | undefined {
  const all = others.map((name) => readings[name])
  return all.find((reading, place) => all.indexOf(reading) !== place)
}

/** The names of the other readers that agree with ours. */
export function followed(readings: GifReadings): OtherReader[] {
  return others.filter((name) => readings[name] === readings.ours)
}

/** The result of our reader; null if it refuses. Throws any error but GifError. */
function ownReading(gif: Buffer): string | null {
  try {
    const parsed = parseGif(gif, limits)
    const canvas = new GifCanvas(parsed)
    const pictures: string[] = []
    for (const { frame, indices } of decodeFrames(gif, parsed)) {
      canvas.paint(frame, indices)
      pictures.push(pictureHash(canvas.rgba))
    }
    const { width, height, frames } = parsed
    return readingOf({ width, height, pictures, delaysMs: frames.map(delayMs) })
  } catch (error) {
    if (error instanceof GifError) return null
    throw error
  }
}

/** A reading of a decoder's output; null if that is no picture. */
function readingOf({ width, height, pictures, delaysMs }: Shown): string | null {
  if (pictures.length === 0) return null
  // Some report the duration of a still picture. Others do not lengthen delays that browsers lengthen.
  const times =
    pictures.length === 1 ? [] : delaysMs.slice(0, pictures.length).map((ms) => (ms <= 10 ? 100 : ms))
  return JSON.stringify([width, height, pictures, times])
}
