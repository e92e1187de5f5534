import { AppError } from '../../lib/app-error.ts'

/** Metadata from the header of a picture. */
export type PictureFacts = { type: 'png' | 'webp' | 'gif'; width: number; height: number }

/**
 * Metadata from the headers of a whole picture: its size including all frames, their number, and the bytes of its file.
 */
export type AnimationFacts = PictureFacts & { frames: number; bytes: number }

/** The number of bytes needed to read it. */
export const pictureFactBytes = 30

/** The maximum pixels of a sticker; if it is animated, of each frame. */
const maxStickerPixels = 16_000_000

/** The number of frames of the maximum size that one sticker may decode to, however small its file. */
const largestFrames = 10

/** The number of pixels allowed per byte beyond that: more than any animation needs, far less than a bomb has. */
const pixelsPerByte = 1000
export const maxStickerFrames = 500

/** The most pixels of all stickers of a GIF: decoded, with smaller copies to scale them down from, each pixel takes 9 bytes. */
const maxPixelsOfAll = 48_000_000

/**
 * Returns the type and size of a PNG, WebP or GIF, by its first bytes; null for anything else. Decodes nothing, so it
 * can be called before any decoding.
 */
export function pictureFacts(bytes: Uint8Array): PictureFacts | null {
  if (bytes.length < pictureFactBytes) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(0) === 0x89504e47 && textAt(bytes, 12) === 'IHDR')
    return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) }
  if (textAt(bytes, 0) === 'GIF8')
    return { type: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP') return webpFacts(view, textAt(bytes, 12))
  return null
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function webpFacts(view: DataView, chunk: string): PictureFacts | null {
  if (chunk === 'VP8X') {
    const width = 1 + (view.getUint32(24, true) & 0xffffff)
    const height = 1 + (view.getUint16(27, true) | (view.getUint8(29) << 16))
    return { type: 'webp', width, height }
  }
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { type: 'webp', width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  if (chunk === 'VP8 ')
    return {
      type: 'webp',
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
    }
  return null
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

/**
 * Throws AppError media_too_large if a sticker has too many pixels in a frame or in all of its frames, or if all
 * stickers together do, whatever the size of their files. Null is a sticker without known metadata.
 */
export function checkPixels(stickers: readonly (PictureFacts | AnimationFacts | null)[]): void {
  const pixels = stickers.map((facts) => (facts === null ? 0 : facts.width * facts.height))
  const tooLarge = pixels.findIndex((count) => count > maxStickerPixels)
  if (tooLarge >= 0)
    throw stickerError('media_too_large', tooLarge, `may have at most ${maxStickerPixels / 1e6} megapixels`)
  for (const [place, facts] of stickers.entries()) {
    const most = facts !== null && 'frames' in facts ? maxFramesOf(facts) : Infinity
    if (facts !== null && 'frames' in facts && facts.frames > most)
      throw stickerError('media_too_large', place, `may have at most ${most} frames`)
  }
  if (pixels.reduce((sum, count) => sum + count, 0) <= maxPixelsOfAll) return
  const message = `The pictures in \`stickers[]\` may have at most ${maxPixelsOfAll / 1e6} megapixels together.`
  throw new AppError('media_too_large', message, { field: 'stickers[]' })
}

/** Returns the maximum number of frames of a picture of its size. */
function maxFramesOf({ width, height, bytes }: AnimationFacts): number {
  const maxWork = largestFrames * maxStickerPixels + bytes * pixelsPerByte
  return Math.min(maxStickerFrames, Math.floor(maxWork / Math.max(1, width * height)))
}

/** Returns the AppError for a sticker that breaks a rule; `place` is its place among the stickers, from 0. */
export function stickerError(
  code: 'media_unsupported' | 'media_broken' | 'media_too_large',
  place: number,
  rule: string,
): AppError {
  return new AppError(code, `Picture ${place + 1} of \`stickers[]\` ${rule}.`, { field: 'stickers[]' })
}

export function stickerMissingError(place: number): AppError {
  return stickerError('media_unsupported', place, 'must be a PNG, WebP or GIF file')
}
