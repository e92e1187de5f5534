/** The boxes that say what a picture is stand in the head of the file. */
const headBytes = 1_000_000

const name = Buffer.from('ispe')

/**
 * The most pixels that any picture in a HEIC file says to have, tiles and thumbnails among them; 0 where none does.
 * What the file says is checked before it is decoded; what it then takes of memory is limited as for any tool.
 */
export function heifPixels(bytes: Uint8Array): number {
  const head = headOf(bytes)
  let most = 0
  for (let at = head.indexOf(name); at !== -1; at = head.indexOf(name, at + 1)) {
    // Version and flags, then both sides.
    if (at + 16 > head.length) break
    most = Math.max(most, head.readUInt32BE(at + 8) * head.readUInt32BE(at + 12))
  }
  return most
}

/** What the properties of a picture that is the alpha channel of another are called: of HEVC, and of any codec. */
const alphaNames = ['urn:mpeg:hevc:2015:auxid:1', 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha']

/** Whether a picture in a HEIC file says that it is the alpha channel of another. */
export function heifHasAlpha(bytes: Uint8Array): boolean {
  const head = headOf(bytes)
  return alphaNames.some((alpha) => head.includes(`${alpha}\0`))
}

function headOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes))
}
