const name = Buffer.from('ispe')

/** The type of the boxes with a file's picture metadata: "meta". */
const meta = 0x6d657461

/**
 * Returns the most pixels that any picture in a HEIC file declares, including tiles and thumbnails; 0 if none does. The
 * declared size is checked before decoding; actual memory is limited as for any tool.
 */
export function heifPixels(bytes: Uint8Array): number {
  let most = 0
  for (const box of metaBoxes(bytes)) {
    for (let at = box.indexOf(name); at !== -1; at = box.indexOf(name, at + 1)) {
      // The box contains version and flags, then width and height.
      if (at + 16 > box.length) break
      most = Math.max(most, box.readUInt32BE(at + 8) * box.readUInt32BE(at + 12))
    }
  }
  return most
}

/** The names that mark a picture as the alpha channel of another: of HEVC, and of any codec. */
const alphaNames = ['urn:mpeg:hevc:2015:auxid:1', 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha']

/** Returns true if a picture in a HEIC file is declared as the alpha channel of another. */
export function heifHasAlpha(bytes: Uint8Array): boolean {
  const boxes = [...metaBoxes(bytes)]
  return alphaNames.some((alpha) => boxes.some((box) => box.includes(`${alpha}\0`)))
}

/** The boxes of the properties that turn a picture (ISO/IEC 23008-12, 6.5.10 and 6.5.12). */
const turns = ['irot', 'imir']

/** Returns true if a HEIC file says how its pictures are turned, so that decoders turn them and EXIF must not. */
export function heifIsTurned(bytes: Uint8Array): boolean {
  for (const box of metaBoxes(bytes)) {
    const start = box.indexOf('ipco')
    if (start < 4) continue
    const properties = box.subarray(start + 4, start - 4 + box.readUInt32BE(start - 4))
    if (turns.some((turn) => boxNames(properties).includes(turn))) return true
  }
  return false
}

/** Returns the names of the boxes that follow each other in `bytes`. */
function boxNames(bytes: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    names.push(bytes.toString('latin1', at + 4, at + 8))
    at += Math.max(8, bytes.readUInt32BE(at))
  }
  return names
}

/** Yields the metadata boxes of a file, wherever they are in it (ISO/IEC 14496-12, 4.2 and 8.11.1). */
function* metaBoxes(bytes: Uint8Array): Generator<Buffer> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at + 16 <= file.length;) {
    const short = file.readUInt32BE(at)
    const long = short === 1 ? Number(file.readBigUInt64BE(at + 8)) : short
    const size = short === 0 ? file.length - at : long
    if (file.readUInt32BE(at + 4) === meta) yield file.subarray(at, at + size)
    if (size < 8) return
    at += size
  }
}
