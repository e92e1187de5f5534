const graphicControl = 0xf9
const [extension, image] = [0x21, 0x2c]

/** As browsers do it: a frame of hardly any time is shown for this long. */
const shortFrame = { maxMs: 10, shownMs: 100 }

/** How long an animated GIF, WebP, PNG or AVIF plays once, in seconds. Null where the file is none, or damaged. */
export async function readAnimationSeconds(file: Blob): Promise<number | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const delays = [gifDelays, webpDelays, pngDelays, avifDelays].map((read) => readWhole(read, bytes))
  const ms = delays
    .find((found) => found.length > 0)
    ?.reduce((sum, delay) => sum + (delay <= shortFrame.maxMs ? shortFrame.shownMs : delay), 0)
  return ms === undefined ? null : ms / 1000
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

/** The length of the first track, in ms. */
function avifDelays(bytes: Uint8Array): number[] {
  if (textAt(bytes, 4) !== 'ftyp') return []
  const header = ['moov', 'trak', 'mdia', 'mdhd'].reduce<Uint8Array | undefined>(findBox, bytes)
  if (header === undefined) return []
  const view = new DataView(header.buffer, header.byteOffset, header.length)
  const isLong = view.getUint8(0) === 1
  const scale = view.getUint32(isLong ? 20 : 12)
  const ticks = isLong ? Number(view.getBigUint64(24)) : view.getUint32(16)
  return scale === 0 ? [] : [(ticks * 1000) / scale]
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
