/** A piece of a media file in terms of its format: a box, an element, a chunk, a segment, a packet. */
export type Element = {
  start: number
  bodyStart: number
  end: number
  /** The position of its length field; null if it has none. */
  size: SizeField | null
  /** The enclosing element. */
  parent: Element | null
}

type SizeField = { at: number; bytes: number; form: 'big' | 'little' | 'vint' }

/** No file of the fixtures has that many; a damaged one may seem to. */
const maxElements = 4000

/** The elements of a file by its first bytes, outer ones before those inside; none for an unknown format. */
export function elementsOf(bytes: Buffer): Element[] {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\x89PNG')) return pngChunks(bytes)
  if (head.startsWith('\xff\xd8')) return jpegSegments(bytes)
  if (head.startsWith('GIF8')) return gifBlocks(bytes)
  if (head.startsWith('RIFF')) return riffChunks(bytes, 0, bytes.length, null)
  if (head.startsWith('\x1a\x45\xdf\xa3')) return ebmlElements(bytes, 0, bytes.length, null)
  if (head[0] === 'G' && bytes[188] === 0x47) return packets(bytes, 188)
  return boxes(bytes, 0, bytes.length, null)
}

const boxFolders = new Set(
  'moov trak mdia minf stbl edts dinf udta mvex moof traf meta iprp ipco stsd avc1 hvc1 hev1 av01 vp09'.split(
    ' ',
  ),
)
/** The number of bytes in a body before the boxes in it. */
const boxPreludes: Record<string, number> = { meta: 4, stsd: 8 }
const sampleEntryPrelude = 78

function boxes(bytes: Buffer, from: number, to: number, parent: Element | null): Element[] {
  const found: Element[] = []
  for (let at = from; at + 8 <= to && found.length < maxElements;) {
    const length = bytes.readUInt32BE(at)
    const end = length === 0 ? to : at + length
    if (end < at + 8 || end > to) break
    const name = bytes.toString('latin1', at + 4, at + 8)
    const size = { at, bytes: 4, form: 'big' } as const
    const box: Element = { start: at, bodyStart: at + 8, end, size, parent }
    found.push(box)
    if (boxFolders.has(name)) {
      const isEntry = /^(?:avc1|hvc1|hev1|av01|vp09)$/.test(name)
      const prelude = isEntry ? sampleEntryPrelude : (boxPreludes[name] ?? 0)
      found.push(...boxes(bytes, at + 8 + prelude, end, box))
    }
    at = end
  }
  return found
}

/** EBML, Segment, Info, Tracks, TrackEntry, Video, Cluster, BlockGroup, Cues, CuePoint, SeekHead, Tags, Tag. */
const ebmlFolders = new Set([
  0x1a45dfa3, 0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x1f43b675, 0xa0, 0x1c53bb6b, 0xbb, 0x114d9b74,
  0x1254c367, 0x7373,
])

function ebmlElements(bytes: Buffer, from: number, to: number, parent: Element | null): Element[] {
  const found: Element[] = []
  for (let at = from; at < to && found.length < maxElements;) {
    const idBytes = vintBytes(bytes[at] ?? 0)
    const sizeAt = at + idBytes
    const sizeBytes = vintBytes(bytes[sizeAt] ?? 0)
    const bodyStart = sizeAt + sizeBytes
    if (idBytes > 4 || bodyStart > to) break
    const id = bytes.readUIntBE(at, idBytes)
    const length = readVint(bytes, sizeAt, sizeBytes)
    // Unknown length: to the end of the enclosing element.
    const end = length === null ? to : Math.min(to, bodyStart + length)
    const size = { at: sizeAt, bytes: sizeBytes, form: 'vint' } as const
    const element: Element = { start: at, bodyStart, end, size, parent }
    found.push(element)
    if (ebmlFolders.has(id)) found.push(...ebmlElements(bytes, bodyStart, end, element))
    at = end
  }
  return found
}

function vintBytes(first: number): number {
  return Math.clz32(first) - 24 + 1
}

function readVint(bytes: Buffer, at: number, length: number): number | null {
  if (length > 6) return bytes.subarray(at + 1, at + length).every((byte) => byte === 0xff) ? null : 0
  const value = bytes.readUIntBE(at, length) % 2 ** (7 * length)
  return value === 2 ** (7 * length) - 1 ? null : value
}

function riffChunks(bytes: Buffer, from: number, to: number, parent: Element | null): Element[] {
  const found: Element[] = []
  for (let at = from; at + 8 <= to && found.length < maxElements;) {
    const length = bytes.readUInt32LE(at + 4)
    const end = Math.min(to, at + 8 + length + (length % 2))
    const size = { at: at + 4, bytes: 4, form: 'little' } as const
    const chunk: Element = { start: at, bodyStart: at + 8, end, size, parent }
    found.push(chunk)
    if (['RIFF', 'LIST'].includes(bytes.toString('latin1', at, at + 4)))
      found.push(...riffChunks(bytes, at + 12, end, chunk))
    at = end
  }
  return found
}

function pngChunks(bytes: Buffer): Element[] {
  const found: Element[] = []
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) break
    found.push({
      start: at,
      bodyStart: at + 8,
      end,
      parent: null,
      size: { at, bytes: 4, form: 'big' },
    })
    at = end
  }
  return found
}

function jpegSegments(bytes: Buffer): Element[] {
  const found: Element[] = []
  for (let at = 2; at + 4 <= bytes.length;) {
    const marker = bytes.indexOf(0xff, at)
    const code = bytes[marker + 1] ?? 0
    if (marker < 0 || marker + 4 > bytes.length) break
    at = marker + 2
    // 0 is a stuffed byte of the picture's data, 0xd0 to 0xd9 are markers without a body.
    if (code === 0 || code === 0xff || (code >= 0xd0 && code <= 0xd9)) continue
    const end = Math.min(bytes.length, at + bytes.readUInt16BE(at))
    found.push({
      start: marker,
      bodyStart: marker + 4,
      end,
      parent: null,
      size: { at, bytes: 2, form: 'big' },
    })
    at = Math.max(end, at + 2)
  }
  return found
}

function gifBlocks(bytes: Buffer): Element[] {
  const flags = bytes[10] ?? 0
  const tableBytes = (of: number) => ((of & 0x80) === 0 ? 0 : 3 * 2 ** ((of & 7) + 1))
  const header: Element = { start: 0, bodyStart: 6, end: 13 + tableBytes(flags), size: null, parent: null }
  const found = [header]
  for (let at = header.end; at < bytes.length && bytes[at] !== 0x3b;) {
    const isImage = bytes[at] === 0x2c
    const bodyStart = isImage ? at + 11 + tableBytes(bytes[at + 9] ?? 0) : at + 2
    let end = bodyStart
    while (end < bytes.length && bytes[end] !== 0) end += 1 + (bytes[end] ?? 0)
    end = Math.min(bytes.length, end + 1)
    found.push({ start: at, bodyStart: Math.min(bodyStart, end), end, size: null, parent: null })
    at = end
  }
  return found
}

function packets(bytes: Buffer, length: number): Element[] {
  return Array.from({ length: Math.floor(bytes.length / length) }, (_, index) => {
    const start = index * length
    return { start, bodyStart: start + 4, end: start + length, size: null, parent: null }
  })
}

/** The value of an element's size field, as a number. */
export function readSize(bytes: Buffer, { at, bytes: length, form }: SizeField): number {
  if (form === 'vint') return readVint(bytes, at, length) ?? 0
  return form === 'big' ? bytes.readUIntBE(at, length) : bytes.readUIntLE(at, length)
}

/** Writes a size field: a value that does not fit is cut to its lowest bits. */
export function writeSize(bytes: Buffer, { at, bytes: length, form }: SizeField, value: number): void {
  const bits = form === 'vint' ? 7 * length : 8 * length
  if (length > 6) return
  const fitted = ((Math.trunc(value) % 2 ** bits) + 2 ** bits) % 2 ** bits
  if (form === 'little') bytes.writeUIntLE(fitted, at, length)
  else bytes.writeUIntBE(form === 'vint' ? 2 ** bits + fitted : fitted, at, length)
}
