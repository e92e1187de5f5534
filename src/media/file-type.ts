import type { RenditionName } from './rendition.ts'

export type PictureType = 'png' | 'jpeg' | 'webp' | 'avif' | 'gif'
export type VideoType = 'mp4' | 'matroska' | 'avi' | 'gif' | 'mpegts'

/** How many of the first bytes settle every type; an MPEG-TS file is known by its third packet only. */
export const sniffBytes = 512

/** What the first bytes say a picture is, whatever its name or label. Null: none that is accepted. */
export function sniffPicture(bytes: Uint8Array): PictureType | null {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (isGif(bytes)) return 'gif'
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return 'webp'
  const brand = fileBrand(bytes)
  return brand === 'avif' || brand === 'avis' ? 'avif' : null
}

/** What the first bytes say a video is; `mp4` is also MOV, `matroska` also WebM. Null: none that is accepted. */
export function sniffVideo(bytes: Uint8Array): VideoType | null {
  if (isGif(bytes)) return 'gif'
  if (startsWith(bytes, [0x1a, 0x45, 0xdf, 0xa3])) return 'matroska'
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'AVI ') return 'avi'
  const brand = fileBrand(bytes)
  if (brand !== null) return pictureBrands.has(brand) ? null : 'mp4'
  if (bytes.length >= 8 && oldMovieAtoms.has(textAt(bytes, 4, 4))) return 'mp4'
  return isTransportStream(bytes) ? 'mpegts' : null
}

/** Whether a file begins as a rendition does that was made here. */
export function isRendition(bytes: Uint8Array, name: RenditionName): boolean {
  if (name === 'mp4') return sniffVideo(bytes) === 'mp4'
  return sniffPicture(bytes) === (name === 'thumb' ? 'jpeg' : name)
}

/** Brands of still pictures in the same box format as MP4. */
const pictureBrands = new Set(['avif', 'avis', 'heic', 'heix', 'heim', 'heis', 'hevc', 'mif1', 'msf1'])

/** What a QuickTime movie from before brands begins with. */
const oldMovieAtoms = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

function isGif(bytes: Uint8Array): boolean {
  return ['GIF87a', 'GIF89a'].includes(textAt(bytes, 0, 6))
}

function fileBrand(bytes: Uint8Array): string | null {
  return bytes.length >= 12 && textAt(bytes, 4, 4) === 'ftyp' ? textAt(bytes, 8, 4) : null
}

/** Packets of 188 bytes, or of 192 with a time stamp of 4 before each, all beginning with the sync byte. */
function isTransportStream(bytes: Uint8Array): boolean {
  return [
    { first: 0, size: 188 },
    { first: 4, size: 192 },
  ].some(({ first, size }) => [0, 1, 2].every((packet) => bytes[first + packet * size] === 0x47))
}

function startsWith(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}

function textAt(bytes: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + length))
}
