/** The end of the image data of a frame. */
export type LzwEnd = {
  /** The number of pixels written: fewer than requested if the data ends early. */
  pixels: number
  /**
   * True if every decoder reads the codes alike: the code size is legal, the codes begin with a clear code, and none
   * exceeds the end of the frame. Codes and bytes after the last pixel do not count.
   */
  isClean: boolean
  /** The number of bits up to the last code of a pixel. */
  bits: number
  /** The number of bits of the next code, the end of information. */
  codeBits: number
}

/** The most bits of a code, and the resulting number of codes (GIF89a, appendix F). */
const maxCodeBits = 12
const maxCodes = 1 << maxCodeBits

/** The largest least code size that decoders read. GIF allows 2 to 8 (GIF89a, section 22). */
const maxReadCodeSize = maxCodeBits - 1

/** Returns true if every decoder reads a least code size. */
export function isLegalCodeSize(minCodeSize: number): boolean {
  return minCodeSize >= 2 && minCodeSize <= 8
}

/**
 * Joins the data sub-blocks from an offset on (GIF89a, section 22), without their lengths and terminator; a block that
 * is cut off contributes what it has.
 */
export function joinBlocks(bytes: Uint8Array, start: number): Uint8Array {
  const blocks: Uint8Array[] = []
  let length = 0
  for (let at = start, size = bytes[at] ?? 0; size > 0; at += 1 + size, size = bytes[at] ?? 0) {
    const block = bytes.subarray(at + 1, at + 1 + size)
    blocks.push(block)
    length += block.length
  }
  const joined = new Uint8Array(length)
  let at = 0
  for (const block of blocks) {
    joined.set(block, at)
    at += block.length
  }
  return joined
}

/**
 * Decodes image data with variable-length-code LZW (Welch, "A Technique for High-Performance Data Compression", 1984;
 * GIF89a, appendix F). One decoder is used for all frames of a GIF.
 */
export class LzwDecoder {
  /** The string of each code is among the pixels already: its start there, and its length. */
  readonly #starts = new Int32Array(maxCodes)
  readonly #lengths = new Int32Array(maxCodes)

  /**
   * Decodes `data`, the joined sub-blocks, into `pixels`: color indices in the order of the data, as many as fit; an
   * index over 255 keeps its lower 8 bits. A least code size over 11 yields none. The work is bounded by both lengths.
   * Stops at the first code without a meaning; `LzwEnd.pixels` tells how far it came. The rest of `pixels` is left
   * unchanged.
   */
  decode(data: Uint8Array, minCodeSize: number, pixels: Uint8Array): LzwEnd {
    if (minCodeSize > maxReadCodeSize) return { pixels: 0, isClean: false, bits: 0, codeBits: 0 }
    const starts = this.#starts
    const lengths = this.#lengths
    const clear = 1 << minCodeSize
    const end = clear + 1
    const most = pixels.length
    let codeBits = minCodeSize + 1
    let next = clear + 2
    let [buffer, held, at] = [0, 0, 0]
    let [count, bits] = [0, 0]
    // The previous string: -1 after a clear code, where the next code adds no string.
    let before = -1
    let beforeLength = 0
    let isFirst = true
    let beginsClear = false
    while (count < most) {
      while (held < codeBits && at < data.length) {
        buffer |= (data[at++] as number) << held
        held += 8
      }
      if (held < codeBits) break
      const code = buffer & ((1 << codeBits) - 1)
      buffer >>>= codeBits
      held -= codeBits
      bits += codeBits
      if (code === clear) {
        if (isFirst) beginsClear = true
        isFirst = false
        codeBits = minCodeSize + 1
        next = clear + 2
        before = -1
        continue
      }
      isFirst = false
      if (code === end) {
        bits -= codeBits
        break
      }
      const start = count
      if (code < clear) pixels[count++] = code
      else if (code < next || (code === next && before !== -1 && next < maxCodes)) {
        // The string that this very code adds is the previous one followed by its own first pixel, which the copy has
        // written by then.
        const isNew = code === next
        let from = isNew ? before : (starts[code] as number)
        const length = isNew ? beforeLength + 1 : (lengths[code] as number)
        const stop = Math.min(count + length, most)
        while (count < stop) pixels[count++] = pixels[from++] as number
        if (stop - start < length) return { pixels: count, isClean: false, bits, codeBits }
      } else {
        bits -= codeBits
        break
      }
      if (before !== -1 && next < maxCodes) {
        starts[next] = before
        lengths[next] = beforeLength + 1
        next += 1
      }
      // With a least code size under 2, even the first code makes the next one longer.
      if (next >= 1 << codeBits && codeBits < maxCodeBits) codeBits += 1
      before = start
      beforeLength = count - start
    }
    return { pixels: count, isClean: beginsClear && isLegalCodeSize(minCodeSize), bits, codeBits }
  }
}
