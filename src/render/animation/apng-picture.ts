import { sharp, toExactSrgb } from '../tools/sharp.ts'
import { type AnimatedPicture, FrameEnds, type ReadUpTo } from './animated-picture.ts'
import { type ApngFrame, parseApng, type ParsedApng, writeFrame } from './apng-chunks.ts'

const maxDecodeSeconds = 20

const [clearing, restoring] = [1, 2]

/** Reads an animated PNG. Each of its frames is decoded as a separate PNG, because sharp knows all their forms. */
export function readApng(bytes: Buffer, upTo: ReadUpTo): AnimatedPicture {
  const png = parseApng(bytes, upTo)
  const { width, height, plays, hasMore, isCutOff } = png
  const ends = new FrameEnds()
  for (const { delayMs } of png.frames) ends.add(delayMs)
  return {
    name: 'The animated PNG',
    ...{ width, height, hasMore, isCutOff },
    hasAlpha: png.hasAlpha || !isCovered(png),
    loops: plays,
    endsMs: ends.endsMs,
    fileBytes: bytes.length,
    frames: (numbers) => composeFrames(png, numbers),
  }
}

/** Returns true if every pixel of every frame is painted. */
function isCovered({ width, height, frames }: ParsedApng): boolean {
  const [first] = frames
  const isWhole = first?.width === width && first.height === height
  return isWhole && first.disposal === 0 && frames.every(({ disposal }) => disposal !== clearing)
}

/** Composes frames (section 11.3.6.2), and yields the canvas at the frames of these numbers. */
async function* composeFrames(png: ParsedApng, numbers: readonly number[]): AsyncGenerator<Uint8Array> {
  const canvas = new Uint8Array(png.width * png.height * 4)
  let before: Uint8Array | undefined
  let next = 0
  for (const number of numbers) {
    for (; next <= number; next += 1) {
      const frame = png.frames[next]
      if (frame === undefined) return
      const last = png.frames[next - 1]
      if (last?.disposal === restoring && before !== undefined) canvas.set(before)
      else if (last?.disposal === clearing || last?.disposal === restoring)
        eachRow(png, last, (start, end) => canvas.fill(0, start, end))
      // Before the first frame there is nothing to restore.
      if (frame.disposal === restoring && next > 0) {
        before ??= new Uint8Array(canvas.length)
        before.set(canvas)
      }
      paint(canvas, png, frame, await decodeFrame(png, frame))
    }
    yield canvas
  }
}

/** Paints the pixels of a frame's area on the canvas. */
function paint(canvas: Uint8Array, png: ParsedApng, frame: ApngFrame, pixels: Uint8Array): void {
  let at = 0
  eachRow(png, frame, (start, end) => {
    const row = pixels.subarray(at, at + end - start)
    if (frame.isBlended) layOver(canvas.subarray(start, end), row)
    else canvas.set(row, start)
    at += row.length
  })
}

/** Decodes the pixels of a frame's area: RGBA. Throws what sharp throws. */
function decodeFrame(png: ParsedApng, frame: ApngFrame): Promise<Buffer> {
  const options = { failOn: 'error', limitInputPixels: frame.width * frame.height } as const
  const decoded = sharp(writeFrame(png, frame), options).timeout({ seconds: maxDecodeSeconds })
  return toExactSrgb(decoded, { is16Bit: png.header[8] === 16, hasProfile: hasProfile(png) })
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer()
}

function hasProfile({ colorChunks }: ParsedApng): boolean {
  return colorChunks.some((chunk) => chunk.toString('latin1', 4, 8) === 'iCCP')
}

/** Calls back with the offsets of each row of a frame's area in the canvas, in bytes. */
function eachRow(
  png: ParsedApng,
  { left, top, width, height }: ApngFrame,
  onRow: (start: number, end: number) => void,
): void {
  for (let y = top; y < top + height; y += 1) {
    const start = (y * png.width + left) * 4
    onRow(start, start + width * 4)
  }
}

/** Blends pixels over others, both RGBA with straight alpha (section 13.16). */
function layOver(under: Uint8Array, over: Uint8Array): void {
  for (let at = 0; at < over.length; at += 4) {
    const alpha = over[at + 3] ?? 0
    if (alpha === 0) continue
    const below = ((under[at + 3] ?? 0) * (255 - alpha)) / 255
    const both = alpha + below
    for (let channel = at; channel < at + 3; channel += 1)
      under[channel] = Math.round(((over[channel] ?? 0) * alpha + (under[channel] ?? 0) * below) / both)
    under[at + 3] = Math.round(both)
  }
}
