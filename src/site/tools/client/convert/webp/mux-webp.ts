/** A frame of an animation: a still WebP with its size, its place on the canvas (even) and the time that it is shown. */
export type WebpFrame = {
  x: number
  y: number
  width: number
  height: number
  durationMs: number
  still: Uint8Array
}

/** The longest time of a frame: 24 bits. */
const maxDurationMs = 0xff_ffff

const flags = { animation: 0x02, alpha: 0x10 }
/** The frame replaces what was in its box, transparent or not, and stays. */
const noBlending = 0x02

/**
 * Joins still WebP files to an animated one, by the “WebP Container Specification”
 * (https://developers.google.com/speed/webp/docs/riff_container): VP8X, ANIM, and an ANMF for each frame with the bitstream
 * of its file and its alpha. `loops`: how often it plays; 0 is for ever. Throws an Error for what is no still WebP.
 */
export function muxWebp(
  frames: readonly WebpFrame[],
  { width, height, loops }: { width: number; height: number; loops: number },
): Uint8Array<ArrayBuffer> {
  const pictures = frames.map(({ still }) => picturesIn(still))
  const hasAlpha = pictures.some((chunks) => chunks.some(isTransparent))
  const head = [
    flags.animation | (hasAlpha ? flags.alpha : 0),
    0,
    0,
    0,
    ...u24(width - 1),
    ...u24(height - 1),
  ]
  const background = [0, 0, 0, 0]
  const chunks = [
    chunk('VP8X', new Uint8Array(head)),
    chunk('ANIM', new Uint8Array([...background, loops & 255, loops >> 8])),
    ...frames.map((frame, index) => chunk('ANMF', headOf(frame), ...(pictures[index] ?? []))),
  ]
  return chunk('RIFF', textBytes('WEBP'), ...chunks)
}

function headOf({ x, y, width, height, durationMs }: WebpFrame): Uint8Array {
  const shownMs = Math.min(maxDurationMs, durationMs)
  return new Uint8Array([
    ...[...u24(x / 2), ...u24(y / 2), ...u24(width - 1), ...u24(height - 1)],
    ...[...u24(shownMs), noBlending],
  ])
}

/** The chunks of a still file that are its picture, whole: ALPH before VP8, or VP8L. */
function picturesIn(still: Uint8Array): Uint8Array[] {
  const view = new DataView(still.buffer, still.byteOffset, still.byteLength)
  const found: Uint8Array[] = []
  for (let at = 12; at + 8 <= still.length;) {
    const size = view.getUint32(at + 4, true)
    const end = at + 8 + size + (size % 2)
    if (['ALPH', 'VP8 ', 'VP8L'].includes(nameOf(still, at))) found.push(still.subarray(at, end))
    at = end
  }
  if (!found.some((part) => nameOf(part, 0).startsWith('VP8'))) throw new Error('a frame is no still WebP')
  return found
}

/** Whether a chunk has alpha: VP8L says so in the bit after its two sizes of 14 bits. */
function isTransparent(part: Uint8Array): boolean {
  const name = nameOf(part, 0)
  return name === 'ALPH' || (name === 'VP8L' && ((part[12] ?? 0) & 0x10) !== 0)
}

const nameOf = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))

const textBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

const u24 = (value: number) => [value & 255, (value >> 8) & 255, value >> 16]

/** A chunk: its name, its size and its content, padded to an even size. */
function chunk(name: string, ...content: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const size = content.reduce((sum, part) => sum + part.length, 0)
  const bytes = new Uint8Array(8 + size + (size % 2))
  bytes.set(textBytes(name))
  new DataView(bytes.buffer).setUint32(4, size, true)
  let at = 8
  for (const part of content) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
