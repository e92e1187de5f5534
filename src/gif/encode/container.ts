/** A box in pixels; right and bottom are exclusive. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** Returns the smallest box that contains both. */
export function unite(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  }
}

/** Red, green and blue of each color, 3 bytes per color; the number of colors is a power of two from 2 to 256. */
export type ColorTable = Uint8Array

const plainText = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const word = (value: number) => [value & 255, value >> 8]

/** Returns the exponent, from 1 to 8, of the smallest color table with room for `colors` entries. */
export function tableBits(colors: number): number {
  return Math.max(1, Math.ceil(Math.log2(colors)))
}

/**
 * Returns the start of a GIF (GIF89a, sections 17 to 20): header, logical screen, global color table, and the
 * NETSCAPE2.0 loop extension. `loops` 0 means forever; 1 means once, which is written by omitting the extension.
 */
export function writeHead(width: number, height: number, loops: number, colors: ColorTable): Uint8Array {
  const size = tableBits(colors.length / 3) - 1
  return Uint8Array.from([
    ...plainText('GIF89a'),
    ...word(width),
    ...word(height),
    ...[0xf0 | size, 0, 0],
    ...colors,
    // The extension counts repetitions: 1 for a GIF that plays twice.
    ...(loops === 1 ? [] : loopExtension(Math.max(0, loops - 1))),
  ])
}

/** Returns the NETSCAPE2.0 extension (GIF89a, section 26) with a number of repetitions; 0 means forever. */
export function loopExtension(repeats: number): number[] {
  return [0x21, 0xff, 11, ...plainText('NETSCAPE2.0'), 3, 1, ...word(repeats), 0]
}

export type FrameHead = {
  box: Box
  delayCentiseconds: number
  clearIndex: number
  /** True if the box is cleared when the frame's time is over. */
  isCleared: boolean
  /** The local color table; null if the frame uses the global one. */
  colors: ColorTable | null
}

/** Returns the start of a frame (GIF89a, sections 20 and 23): graphic control and image descriptor, without data. */
export function writeFrameHead({
  box,
  delayCentiseconds,
  clearIndex,
  isCleared,
  colors,
}: FrameHead): Uint8Array {
  const table = colors === null ? 0 : 0x80 | (tableBits(colors.length / 3) - 1)
  return Uint8Array.from([
    ...[0x21, 0xf9, 4, ((isCleared ? 2 : 1) << 2) | 1, ...word(delayCentiseconds), clearIndex, 0],
    ...[0x2c, ...word(box.left), ...word(box.top)],
    ...[...word(box.right - box.left), ...word(box.bottom - box.top), table],
    ...(colors ?? []),
  ])
}

/** The offset of the delay in the bytes that `writeFrameHead` returns. */
export const delayOffset = 4

/** The end of a GIF (GIF89a, section 27). */
export const trailer = Uint8Array.of(0x3b)

/** Rounds frame durations to the hundredths of a second that GIF stores, without drift: the remainder is carried over. */
export class DelayRounder {
  #milliseconds: number
  #centiseconds: number

  constructor(milliseconds = 0, centiseconds = 0) {
    this.#milliseconds = milliseconds
    this.#centiseconds = centiseconds
  }

  /** Returns an independent rounder with the same remainder. */
  copy(): DelayRounder {
    return new DelayRounder(this.#milliseconds, this.#centiseconds)
  }

  /** Returns the delay, in centiseconds, of the next frame, which lasts `durationMs`. */
  next(durationMs: number): number {
    this.#milliseconds += durationMs
    const end = Math.round(this.#milliseconds / 10)
    const passed = end - this.#centiseconds
    this.#centiseconds = end
    return passed
  }
}
