export type FileKind = 'video' | 'gif' | 'picture' | 'heic' | 'unknown'

/** As many first bytes as tell every kind: an MPEG-TS file is known by its third packet only. */
const headBytes = 512

const pictureBrands = new Set(['avif', 'avis'])
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'mif1', 'msf1'])
const oldMovieAtoms = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

/** What a file is by its first bytes, as the service will see it, whatever its name says. */
export async function kindOf(file: Blob): Promise<FileKind> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  const starts = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte)
  if (text(0, 4) === 'GIF8') return 'gif'
  if (starts(0x89, 0x50, 0x4e, 0x47) || starts(0xff, 0xd8, 0xff)) return 'picture'
  if (text(0, 4) === 'RIFF') {
    const form = text(8, 12)
    return form === 'WEBP' ? 'picture' : form === 'AVI ' ? 'video' : 'unknown'
  }
  if (starts(0x1a, 0x45, 0xdf, 0xa3)) return 'video'
  if (text(4, 8) === 'ftyp') {
    const brand = text(8, 12)
    return pictureBrands.has(brand) ? 'picture' : heicBrands.has(brand) ? 'heic' : 'video'
  }
  if (oldMovieAtoms.has(text(4, 8))) return 'video'
  return isTransportStream(bytes) ? 'video' : 'unknown'
}

function isTransportStream(bytes: Uint8Array): boolean {
  return [
    { first: 0, size: 188 },
    { first: 4, size: 192 },
  ].some(({ first, size }) => [0, 1, 2].every((packet) => bytes[first + packet * size] === 0x47))
}
