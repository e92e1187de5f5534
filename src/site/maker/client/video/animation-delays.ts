const graphicControl = 0xf9
const [extension, image] = [0x21, 0x2c]
/** A table of times may say to be of more frames than there are bytes: more than these are not believed. */
const maxFrames = 100_000

/** How long the frames of an animated GIF, WebP, PNG or AVIF are shown by what it says, in ms; none where it is none, or damaged. */
export function readDelaysMs(bytes: Uint8Array): number[] {
  for (const read of [gifDelays, webpDelays, pngDelays, avifDelays]) {
    const delays = readWhole(read, bytes)
    if (delays.length > 0) return delays
  }
  return []
}

/** A read past the end throws: the length of a damaged file is unknown. */
function readWhole(read: (bytes: Uint8Array) => number[], bytes: Uint8Array): number[] {
  try {
    return read(bytes)
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

/** The delays of the frames of a GIF, in ms; none where the bytes are no whole GIF. */
function gifDelays(bytes: Uint8Array): number[] {
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== 'GIF8') return []
  const byte = (at: number) => bytes[at] ?? 0
  const colors = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + colors(byte(10))
  let delay = 0
  const delays: number[] = []
  const skipBlocks = () => {
    while (byte(at) !== 0) at += byte(at) + 1
    at += 1
  }
  while (at < bytes.length) {
    const kind = byte(at)
    if (kind === extension) {
      if (byte(at + 1) === graphicControl) delay = byte(at + 4) + byte(at + 5) * 256
      at += 2
    } else if (kind === image) {
      delays.push(delay * 10)
      delay = 0
      at += 11 + colors(byte(at + 9))
    } else break
    skipBlocks()
  }
  return delays
}

/** The durations of the chunks `ANMF`, in ms. */
function webpDelays(bytes: Uint8Array): number[] {
  if (textAt(bytes, 0) !== 'RIFF' || textAt(bytes, 8) !== 'WEBP') return []
  const view = new DataView(bytes.buffer)
  const delays: number[] = []
  for (let at = 12; at + 8 <= bytes.length;) {
    if (textAt(bytes, at) === 'ANMF') delays.push(view.getUint32(at + 20, true) & 0xffffff)
    const size = view.getUint32(at + 4, true)
    at += 8 + size + (size % 2)
  }
  return delays
}

/** The delays of the chunks `fcTL`, in ms: fractions of a second, of a hundredth where the lower number is 0. */
function pngDelays(bytes: Uint8Array): number[] {
  if (textAt(bytes, 0) !== '\x89PNG') return []
  const view = new DataView(bytes.buffer)
  const delays: number[] = []
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (textAt(bytes, at + 4) !== 'fcTL') continue
    delays.push((view.getUint16(at + 28) * 1000) / (view.getUint16(at + 30) || 100))
  }
  return delays
}

/** The durations of the samples of the first track, in ms. */
function avifDelays(bytes: Uint8Array): number[] {
  if (textAt(bytes, 4) !== 'ftyp') return []
  const media = ['moov', 'trak', 'mdia'].reduce<Uint8Array | undefined>(findBox, bytes)
  const header = viewOf(findBox(media, 'mdhd'))
  const times = viewOf(['minf', 'stbl', 'stts'].reduce(findBox, media))
  if (header === null || times === null) return []
  const scale = header.getUint32(header.getUint8(0) === 1 ? 20 : 12)
  if (scale === 0) return []
  const delays: number[] = []
  for (let entry = 0; entry < times.getUint32(4); entry += 1) {
    const count = times.getUint32(8 + entry * 8)
    if (delays.length + count > maxFrames) return []
    const delay = (times.getUint32(12 + entry * 8) * 1000) / scale
    for (let sample = 0; sample < count; sample += 1) delays.push(delay)
  }
  return delays
}

function viewOf(box: Uint8Array | undefined): DataView | null {
  return box === undefined ? null : new DataView(box.buffer, box.byteOffset, box.length)
}

/** The content of the first box of that name; boxes longer than 4 GB are none that a browser reads whole. */
function findBox(boxes: Uint8Array | undefined, name: string): Uint8Array | undefined {
  if (boxes === undefined) return undefined
  const view = new DataView(boxes.buffer, boxes.byteOffset, boxes.length)
  for (let at = 0; at + 8 <= boxes.length;) {
    const size = view.getUint32(at)
    if (textAt(boxes, at + 4) === name) return boxes.subarray(at + 8, at + size)
    if (size < 8) return undefined
    at += size
  }
  return undefined
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}
