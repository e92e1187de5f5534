import { readTiffTag } from '../../layers/pictures/picture-orientation.ts'

/** The tag of how the pixels are compressed, and its values of JPEG: the old form and the new one. */
const compressionTag = 259
const jpegCompressions = new Set<number | null>([6, 7])

/** Whether the first picture of a TIFF is compressed as JPEG, of which ffmpeg makes a single color without an error. */
export function isJpegTiff(bytes: Uint8Array): boolean {
  return jpegCompressions.has(readTiffTag(bytes, compressionTag))
}
