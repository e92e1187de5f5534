/** The tag of how the pixels are compressed, and its values of JPEG: the old form and the new one. */
const compressionTag = 259
const jpegCompressions = new Set([6, 7])

/** Whether the first picture of a TIFF is compressed as JPEG, of which ffmpeg makes a single colour without an error. */
export function isJpegTiff(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const isLittle = bytes[0] === 0x49
  if (bytes.length < 8) return false
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > bytes.length) return false
  const end = directory + 2 + view.getUint16(directory, isLittle) * 12
  for (let at = directory + 2; at + 12 <= Math.min(end, bytes.length); at += 12) {
    if (view.getUint16(at, isLittle) === compressionTag)
      return jpegCompressions.has(view.getUint16(at + 8, isLittle))
  }
  return false
}
