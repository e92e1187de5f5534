import { loopExtension, tableBits } from '../encode/container.ts'
import type { DecodedFrame } from '../read/repair-frame.ts'
import type { ParsedGif } from '../read/parse-gif.ts'
import { encodeLzw, endCodes } from './encode-lzw.ts'

/** The most bytes of a data sub-block (GIF89a, section 15). */
const maxBlockBytes = 255

const word = (value: number) => [value & 255, value >> 8]

/**
 * Returns the start of a kept GIF (GIF89a, sections 17 to 19): the screen, background and global colors as they are
 * shown, square pixels, as in browsers, and the loop count as one NETSCAPE2.0 extension, wherever it was. Nothing else
 * is copied.
 */
export function writeKeptHead(gif: ParsedGif): Uint8Array {
  const { width, height, screenFlags, backgroundIndex, globalColors, repeats } = gif
  return Uint8Array.from([
    ...[0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
    ...[...word(width), ...word(height), screenFlags, backgroundIndex, 0],
    ...(globalColors ?? []),
    ...(repeats === null ? [] : loopExtension(repeats)),
  ])
}

/**
 * Returns a kept frame (GIF89a, sections 20 to 23) from the result of `decodeFrame`: box, interlacing, delay, disposal,
 * transparency and local colors. Its codes are copied up to the last pixel, or encoded again if decoders may disagree
 * on them.
 */
export function writeKeptFrame({ frame, stored, data, end }: DecodedFrame): Uint8Array[] {
  const { left, top, width, height, isInterlaced, localColors, minCodeSize } = frame
  const { disposal, delayCentiseconds, transparentIndex } = frame
  const table = localColors === null ? 0 : 0x80 | (tableBits(localColors.length / 3) - 1)
  const flags = (disposal << 2) | (transparentIndex === null ? 0 : 1)
  const head = Uint8Array.from([
    ...(frame.hasControl ? [0x21, 0xf9, 4, flags, ...word(delayCentiseconds), transparentIndex ?? 0, 0] : []),
    ...[0x2c, ...word(left), ...word(top), ...word(width), ...word(height)],
    ...[table | (isInterlaced ? 0x40 : 0), ...(localColors ?? []), minCodeSize],
  ])
  const codes = end.isClean ? endCodes(data, minCodeSize, end) : encodeLzw(stored, minCodeSize)
  return [head, splitBlocks(codes)]
}

/** Splits bytes into data sub-blocks with their terminator (GIF89a, sections 15 and 16). */
export function splitBlocks(bytes: Uint8Array): Uint8Array {
  const count = Math.ceil(bytes.length / maxBlockBytes)
  const blocks = new Uint8Array(bytes.length + count + 1)
  for (let from = 0, at = 0; from < bytes.length; from += maxBlockBytes) {
    const part = bytes.subarray(from, from + maxBlockBytes)
    blocks[at] = part.length
    blocks.set(part, at + 1)
    at += part.length + 1
  }
  return blocks
}
