/**
 * `animation`: a GIF, WebP, PNG or AVIF that moves, which by itself is a video. `convertible`: a HEIC, TIFF or BMP picture,
 * which the service converts.
 */
export type FileKind = 'video' | 'animation' | 'picture' | 'convertible' | 'unknown'

/** The first bytes that identify every kind: in an animated PNG a color profile may precede the `acTL` chunk. */
const headBytes = 4096

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'mif1', 'msf1'])
const oldMovieAtoms = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])
const asfHeader = [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11]

/** The kind of a file by its first bytes, as the service sees it, not by its name. */
export async function kindOf(file: Blob): Promise<FileKind> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  const starts = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte)
  if (text(0, 4) === 'GIF8') return 'animation'
  if (starts(0x89, 0x50, 0x4e, 0x47)) return isAnimatedPng(bytes) ? 'animation' : 'picture'
  if (starts(0xff, 0xd8, 0xff)) return 'picture'
  if (text(0, 4) === 'RIFF') {
    const form = text(8, 12)
    if (form !== 'WEBP') return form === 'AVI ' ? 'video' : 'unknown'
    return text(12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0 ? 'animation' : 'picture'
  }
  if (starts(0x1a, 0x45, 0xdf, 0xa3) || starts(...asfHeader)) return 'video'
  if (text(0, 4) === 'FLV\x01' || text(0, 5) === 'OggS\0') return 'video'
  if (text(4, 8) === 'ftyp') {
    const brand = text(8, 12)
    if (brand === 'avif' || brand === 'avis') return brand === 'avis' ? 'animation' : 'picture'
    return heicBrands.has(brand) ? 'convertible' : 'video'
  }
  if (starts(0x49, 0x49, 0x2a, 0) || starts(0x4d, 0x4d, 0, 0x2a) || text(0, 2) === 'BM') return 'convertible'
  if (oldMovieAtoms.has(text(4, 8))) return 'video'
  return isTransportStream(bytes) || isProgramStream(bytes) ? 'video' : 'unknown'
}

/** Whether a file may be taken over as it is: a GIF, an animated WebP or PNG, an MP4 or WebM. */
export async function canBeKept(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  const kind = await kindOf(file)
  if (kind === 'animation') return !(await isAvif(file))
  const isMp4 = String.fromCharCode(...bytes.subarray(4, 8)) === 'ftyp'
  return kind === 'video' && (isMp4 || (bytes[0] === 0x1a && bytes[1] === 0x45))
}

/** Whether a picture, still or moving, is an AVIF. */
export async function isAvif(file: Blob): Promise<boolean> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  return /^....ftypavi[fs]$/s.test(head)
}

function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer)
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (name === 'IDAT') return false
    if (name === 'acTL') return view.getUint32(at + 8) > 1
  }
  return false
}

function isTransportStream(bytes: Uint8Array): boolean {
  return [
    { first: 0, size: 188 },
    { first: 4, size: 192 },
  ].some(({ first, size }) => [0, 1, 2].every((packet) => bytes[first + packet * size] === 0x47))
}

function isProgramStream(bytes: Uint8Array): boolean {
  const next = bytes[4] ?? 0
  const isPack = [0, 0, 1, 0xba].every((byte, index) => bytes[index] === byte)
  return isPack && (next >> 6 === 0b01 || next >> 4 === 0b0010)
}
