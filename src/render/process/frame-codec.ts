import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Low effort: a frame should be written about as fast as it is decoded. */
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const bestQuality = 95
const leastQuality = 5
/** The number of frames to store with loss before lossless compression is tried again. */
const framesWithLoss = 15
/** The target of the next quality, as a fraction of the bytes that a frame may take. */
const aim = 0.9

export type EncodedFrame = { kind: 'raw' | 'zstd' | 'jpeg'; color: Uint8Array; alpha: Uint8Array | null }

/**
 * Makes frames small enough for their space: unchanged if they fit, otherwise compressed without loss, and if that does
 * not fit either, as JPEG of the best quality that does. Each frame is stored separately, so that they can be read in
 * any order.
 */
export class FrameCodec {
  readonly #size: { width: number; height: number }
  #quality = bestQuality
  #lossyLeft = 0

  constructor(size: { width: number; height: number }) {
    this.#size = size
  }

  /** Encodes a frame, RGBA with straight alpha, into about `maxBytes`: a frame of noise may take more. */
  async encode(pixels: Uint8Array, maxBytes: number): Promise<EncodedFrame> {
    if (pixels.length <= maxBytes) return { kind: 'raw', color: pixels, alpha: null }
    if (this.#lossyLeft === 0) {
      const color = await compress(toDifferences(pixels, 4), zstdOptions)
      if (color.length <= maxBytes) return { kind: 'zstd', color, alpha: null }
      this.#lossyLeft = framesWithLoss
    }
    this.#lossyLeft -= 1
    const alpha = isOpaque(pixels) ? null : await compress(alphaOf(pixels), zstdOptions)
    const most = maxBytes - (alpha?.length ?? 0)
    const { sharp } = await import('../tools/sharp.ts')
    for (;;) {
      const quality = this.#quality
      const color = await sharp(pixels, { raw: { ...this.#size, channels: 4 } })
        .removeAlpha()
        .jpeg({ quality, chromaSubsampling: quality > 50 ? '4:4:4' : '4:2:0' })
        .toBuffer()
      // The bytes of a JPEG grow a little faster than 1 / (100 - quality).
      this.#quality = nextQuality(quality, (most * aim) / color.length)
      if (color.length <= most || quality === leastQuality) return { kind: 'jpeg', color, alpha }
      this.#quality = Math.min(this.#quality, quality - 1)
    }
  }

  async decode({ kind, color, alpha }: EncodedFrame): Promise<Uint8Array> {
    if (kind === 'raw') return color
    if (kind === 'zstd') return fromDifferences(await decompress(color), 4)
    const { sharp } = await import('../tools/sharp.ts')
    const pixels = await sharp(color).ensureAlpha().raw().toBuffer()
    if (alpha !== null) {
      const values = await decompress(alpha)
      for (const [index, value] of values.entries()) pixels[index * 4 + 3] = value
    }
    return pixels
  }
}

/** Returns the quality at which a JPEG takes about `factor` times its bytes. */
function nextQuality(quality: number, factor: number): number {
  const next = Math.round(100 - (100 - quality) / factor)
  // Increases in small steps: one simple frame says little about the next.
  return Math.max(leastQuality, Math.min(bestQuality, quality + 5, next))
}

/** Subtracts from each byte the one that is `step` before it: neighbors are similar. */
function toDifferences(bytes: Uint8Array, step: number): Uint8Array {
  const differences = new Uint8Array(bytes.length)
  differences.set(bytes.subarray(0, step))
  for (let at = step; at < bytes.length; at += 1) differences[at] = (bytes[at] ?? 0) - (bytes[at - step] ?? 0)
  return differences
}

function fromDifferences(bytes: Uint8Array, step: number): Uint8Array {
  for (let at = step; at < bytes.length; at += 1) bytes[at] = (bytes[at] ?? 0) + (bytes[at - step] ?? 0)
  return bytes
}

function isOpaque(pixels: Uint8Array): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false
  return true
}

function alphaOf(pixels: Uint8Array): Uint8Array {
  const alpha = new Uint8Array(pixels.length / 4)
  for (let index = 0; index < alpha.length; index += 1) alpha[index] = pixels[index * 4 + 3] ?? 0
  return alpha
}
