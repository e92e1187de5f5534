/** How the image data of a frame ended. */
export type LzwEnd = {
  /** Pixels that were written; fewer than asked for where the data end before. */
  pixels: number
  /**
   * Whether every decoder reads the codes alike: their size is legal, they begin with a clear code, and none goes over the end of the frame.
   * Codes and bytes after the last pixel do not count.
   */
  isClean: boolean
  /** The bits up to the last code of a pixel. */
  bits: number
  /** The bits that the next code, the end of the information, has. */
  codeBits: number
}

/** The most bits of a code, and hence how many there are (GIF89a, appendix F). */
const maxCodeBits = 12
const maxCodes = 1 << maxCodeBits

/** The least code sizes that decoders read. GIF allows 2 to 8 (GIF89a, section 22). */
const maxReadCodeSize = maxCodeBits - 1

/** Whether a least code size is one that every decoder reads. */
export function isLegalCodeSize(minCodeSize: number): boolean {
  return minCodeSize >= 2 && minCodeSize <= 8
}

/**
 * Joins the data sub-blocks that begin at an offset (GIF89a, section 22), without their lengths and terminator; of one
 * that is cut off what is there.
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
  /** What a code stands for is in the pixels already: where it begins there, and how many it has. */
  readonly #starts = new Int32Array(maxCodes)
  readonly #lengths = new Int32Array(maxCodes)

  /**
   * Decodes `data`, the joined sub-blocks, into `pixels`: color indices in the order of the data, as many as there is
   * room for; of an index over 255 the lower 8 bits. A least code size over 11 gives none. Its work is bounded by both
   * lengths. Stops at the first code that has no meaning; `LzwEnd.pixels` says how far it came. What is left of `pixels`
   * is not changed.
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
    // The string before: -1 after a clear code, where the next code adds no string.
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
        // The string that this very code adds is the one before and its own first pixel, which the copy has by then.
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
      // With a least code size under 2 already the first code makes the next one longer.
      if (next >= 1 << codeBits && codeBits < maxCodeBits) codeBits += 1
      before = start
      beforeLength = count - start
    }
    return { pixels: count, isClean: beginsClear && isLegalCodeSize(minCodeSize), bits, codeBits }
  }
}
