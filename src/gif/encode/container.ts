/** A box in pixels; right and bottom are exclusive. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** The smallest box that contains both. */
export function unite(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  }
}

/** Colors of red, green and blue, 3 bytes each; their count is a power of two from 2 to 256. */
export type ColorTable = Uint8Array

const plainText = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const word = (value: number) => [value & 255, value >> 8]

/** The power of two that a color table of at least `colors` entries has, from 1 to 8. */
export function tableBits(colors: number): number {
  return Math.max(1, Math.ceil(Math.log2(colors)))
}

/**
 * The start of a GIF (GIF89a, sections 17 to 20): header, logical screen, global color table, and the NETSCAPE2.0 loop
 * extension. `loops` 0 means forever; 1 means once, which is written by leaving the extension out.
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

/** The NETSCAPE2.0 extension (GIF89a, section 26) with the count of repetitions: 0 is for ever. */
export function loopExtension(repeats: number): number[] {
  return [0x21, 0xff, 11, ...plainText('NETSCAPE2.0'), 3, 1, ...word(repeats), 0]
}

export type FrameHead = {
  box: Box
  delayCentiseconds: number
  clearIndex: number
  /** Whether the box is cleared when the frame's time is over. */
  isCleared: boolean
  /** The local color table; null where the frame uses the global one. */
  colors: ColorTable | null
}

/** The start of a frame (GIF89a, sections 20 and 23): graphic control extension and image descriptor. The image data follow. */
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

/** The offset of the delay in what `writeFrameHead` returns. */
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

  /** An independent rounder with the same remainder. */
  copy(): DelayRounder {
    return new DelayRounder(this.#milliseconds, this.#centiseconds)
  }

  /** The delay in centiseconds of the next frame, which lasts `durationMs`. */
  next(durationMs: number): number {
    this.#milliseconds += durationMs
    const end = Math.round(this.#milliseconds / 10)
    const passed = end - this.#centiseconds
    this.#centiseconds = end
    return passed
  }
}
