import { type RenditionName, renditions } from './rendition.ts'

export type PictureType = 'png' | 'jpeg' | 'webp' | 'avif' | 'gif'
/** Moving pictures whose frames need no ffmpeg. */
export type AnimatedType = 'gif' | 'apng' | 'webp'
export type VideoType =
  | ('mp4' | 'matroska' | 'avi' | 'mpegts' | 'mpegps' | 'flv' | 'asf' | 'ogg')
  | AnimatedType

/**
 * The first bytes that identify every type. An animated PNG may have a color profile before the chunk that marks it.
 */
export const sniffBytes = 4096

/** Returns the type of a picture by its first bytes, not by its name or label; null if it is not accepted. */
export function sniffPicture(bytes: Uint8Array): PictureType | null {
  if (startsWith(bytes, pngHeader)) return 'png'
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (isGif(bytes)) return 'gif'
  if (isWebp(bytes)) return 'webp'
  const brand = fileBrand(bytes)
  return brand === 'avif' || brand === 'avis' ? 'avif' : null
}

/** Pictures that browsers do not show. */
export type ConvertedType = 'heic' | 'tiff' | 'bmp'

/** Returns the type of a picture that is converted before it is used, by its first bytes; null for any other. */
export function sniffConvertible(bytes: Uint8Array): ConvertedType | null {
  if (startsWith(bytes, [0x49, 0x49, 0x2a, 0]) || startsWith(bytes, [0x4d, 0x4d, 0, 0x2a])) return 'tiff'
  if (textAt(bytes, 0, 2) === 'BM' && bytes.length >= 18 && bmpHeaders.has(bytes[14] ?? 0)) return 'bmp'
  const brand = fileBrand(bytes)
  return brand !== null && heicBrands.has(brand) ? 'heic' : null
}

/**
 * Returns the type of a video by its first bytes; `mp4` is also MOV, M4V and 3GP, `matroska` also WebM, `asf` also WMV,
 * `mpegts` also MTS, `mpegps` also VOB. Animated pictures are videos: GIF, PNG, WebP, and AVIF, which is `mp4`. Returns
 * null if it is not accepted.
 */
export function sniffVideo(bytes: Uint8Array): VideoType | null {
  if (isGif(bytes)) return 'gif'
  if (isAnimatedPng(bytes)) return 'apng'
  if (isAnimatedWebp(bytes)) return 'webp'
  if (startsWith(bytes, [0x1a, 0x45, 0xdf, 0xa3])) return 'matroska'
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'AVI ') return 'avi'
  if (textAt(bytes, 0, 4) === 'FLV\x01') return 'flv'
  if (textAt(bytes, 0, 5) === 'OggS\0') return 'ogg'
  if (startsWith(bytes, asfHeader)) return 'asf'
  if (isProgramStream(bytes)) return 'mpegps'
  const brand = fileBrand(bytes)
  if (brand !== null) return pictureBrands.has(brand) ? null : 'mp4'
  if (bytes.length >= 8 && oldMovieAtoms.has(textAt(bytes, 4, 4))) return 'mp4'
  return isTransportStream(bytes) ? 'mpegts' : null
}

/** Returns true for the type of an animated picture. */
export function isAnimatedPicture(type: VideoType | null): type is AnimatedType {
  return type === 'gif' || type === 'apng' || type === 'webp'
}

/** Returns true if a file begins like a rendition made here. */
export function isRendition(bytes: Uint8Array, name: RenditionName): boolean {
  const { codec } = renditions[name]
  if (codec === 'vp9') return sniffVideo(bytes) === 'matroska'
  return codec === 'h264' ? sniffVideo(bytes) === 'mp4' : sniffPicture(bytes) === codec
}

/** Brands of still pictures in the same box format as MP4; `avis` is an AVIF that holds a track of pictures. */
const pictureBrands = new Set(['avif', 'heic', 'heix', 'heim', 'heis', 'hevc', 'mif1', 'msf1'])

/** Brands of still pictures that libheif decodes as HEVC, or by the brands after the general one. */
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'mif1'])

/** The sizes of a bitmap's second header, after its file header. */
const bmpHeaders = new Set([12, 40, 52, 56, 64, 108, 124])

/** The atoms that QuickTime movies from before brands begin with. */
const oldMovieAtoms = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

const pngHeader = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** The GUID of the header object that every ASF file begins with. */
const asfHeader = [
  ...[0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11],
  ...[0xa6, 0xd9, 0x00, 0xaa, 0x00, 0x62, 0xce, 0x6c],
]

function isGif(bytes: Uint8Array): boolean {
  return ['GIF87a', 'GIF89a'].includes(textAt(bytes, 0, 6))
}

/** Returns true for a PNG whose chunk `acTL`, which comes before the pixels, counts more than one frame. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  if (!startsWith(bytes, pngHeader)) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = pngHeader.length; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = textAt(bytes, at + 4, 4)
    if (name === 'IDAT') return false
    if (name === 'acTL') return view.getUint32(at + 8) > 1
  }
  return false
}

function isWebp(bytes: Uint8Array): boolean {
  return textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP'
}

/** Tests the animation bit of the extended header. */
function isAnimatedWebp(bytes: Uint8Array): boolean {
  return isWebp(bytes) && textAt(bytes, 12, 4) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0
}

function fileBrand(bytes: Uint8Array): string | null {
  return bytes.length >= 12 && textAt(bytes, 4, 4) === 'ftyp' ? textAt(bytes, 8, 4) : null
}

/** Tests for packets of 188 bytes, or of 192 with a time stamp of 4 before each, all beginning with the sync byte. */
function isTransportStream(bytes: Uint8Array): boolean {
  return [
    { first: 0, size: 188 },
    { first: 4, size: 192 },
  ].some(({ first, size }) => [0, 1, 2].every((packet) => bytes[first + packet * size] === 0x47))
}

/** Tests for a pack header, whose next bits are `01` in MPEG-2 and `0010` in MPEG-1. */
function isProgramStream(bytes: Uint8Array): boolean {
  const next = bytes[4] ?? 0
  return startsWith(bytes, [0, 0, 1, 0xba]) && (next >> 6 === 0b01 || next >> 4 === 0b0010)
}

function startsWith(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}

function textAt(bytes: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + length))
}
