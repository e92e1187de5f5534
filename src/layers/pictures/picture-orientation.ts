/**
 * The orientation of a picture as EXIF and TIFF number it (Exif 2.32, 4.6.4, tag 0x0112): 1 is upright, 2 to 4 are mirrored
 * or upside down, 5 to 8 have their sides exchanged.
 */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const orientationTag = 0x0112

/** Returns the orientation in a TIFF file or in EXIF data, which has the same form; 1 if it has none. */
export function tiffOrientation(tiff: Uint8Array): Orientation {
  const value = readTiffTag(tiff, orientationTag)
  return isOrientation(value) ? value : 1
}

/** Returns the value of a tag of 16 bits in the first directory of a TIFF file; null if it has none (TIFF 6.0, section 2). */
export function readTiffTag(tiff: Uint8Array, tag: number): number | null {
  if (tiff.length < 8) return null
  const view = viewOf(tiff)
  const isLittle = tiff[0] === 0x49
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > tiff.length) return null
  const end = directory + 2 + view.getUint16(directory, isLittle) * 12
  for (let at = directory + 2; at + 12 <= Math.min(end, tiff.length); at += 12) {
    if (view.getUint16(at, isLittle) === tag) return view.getUint16(at + 8, isLittle)
  }
  return null
}

/** Returns the orientation in the EXIF data of a PNG or WebP file; 1 if it has none, and for every other file. */
export function exifOrientation(picture: Uint8Array): Orientation {
  const exif = findExif(picture)
  return exif === null ? 1 : tiffOrientation(exif)
}

/**
 * Returns the matrix that draws stored pixels upright, `[a, b, c, d, e, f]` as canvases take it; `width` and `height` are
 * those of the stored pixels.
 */
export function uprightMatrix(
  orientation: Orientation,
  { width, height }: { width: number; height: number },
): [a: number, b: number, c: number, d: number, e: number, f: number] {
  const isTransposed = orientation >= 5
  const [mirrorsX, mirrorsY] = [
    [2, 3, 6, 7],
    [3, 4, 7, 8],
  ].map((list) => list.includes(orientation))
  const [x, y] = [mirrorsX === true ? -1 : 1, mirrorsY === true ? -1 : 1]
  const [endX, endY] = isTransposed ? [height, width] : [width, height]
  const [e, f] = [x < 0 ? endX : 0, y < 0 ? endY : 0]
  return isTransposed ? [0, y, x, 0, e, f] : [x, 0, 0, y, e, f]
}

/** Returns the size of a picture once it is turned upright. */
export function turnedSize<Size extends { width: number; height: number }>(
  size: Size,
  orientation: Orientation,
): Size {
  return orientation >= 5 ? { ...size, width: size.height, height: size.width } : size
}

/** Returns the EXIF data of a PNG or WebP file, as a part of its bytes; null if it is missing. */
export function findExif(picture: Uint8Array): Uint8Array | null {
  if (picture.length < 12) return null
  const view = viewOf(picture)
  if (view.getUint32(0) === pngStart) return findPngExif(view)
  return view.getUint32(0) === riff && view.getUint32(8) === webp ? findWebpExif(view) : null
}

const [pngStart, riff, webp] = [0x89504e47, 0x52494646, 0x57454250]
const [eXIf, EXIF] = [0x65584966, 0x45584946]

/** https://www.w3.org/TR/png-3/#eXIf */
function findPngExif(view: DataView): Uint8Array | null {
  for (let at = 8; at + 12 <= view.byteLength;) {
    const size = view.getUint32(at)
    if (view.getUint32(at + 4) === eXIf) return partOf(view, at + 8, size)
    at += 12 + size
  }
  return null
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function findWebpExif(view: DataView): Uint8Array | null {
  for (let at = 12; at + 8 <= view.byteLength;) {
    const size = view.getUint32(at + 4, true)
    if (view.getUint32(at) === EXIF) return withoutJpegMark(partOf(view, at + 8, size))
    at += 8 + size + (size % 2)
  }
  return null
}

/** Removes the start of a JPEG's EXIF data, which some programs copy: "Exif" and two zeros. */
function withoutJpegMark(exif: Uint8Array): Uint8Array {
  const isMarked = exif.length > 6 && exif[0] === 0x45 && exif[1] === 0x78
  return isMarked ? exif.subarray(6) : exif
}

function partOf(view: DataView, at: number, size: number): Uint8Array {
  const end = Math.min(view.byteLength, at + size)
  return new Uint8Array(view.buffer, view.byteOffset + at, end - at)
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function isOrientation(value: number | null): value is Orientation {
  return value !== null && value >= 1 && value <= 8
}
