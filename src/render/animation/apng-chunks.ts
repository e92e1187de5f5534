import { crc32 } from 'node:zlib'
import { shownDelay } from './animated-picture.ts'

/* The chunks of an animated PNG (Portable Network Graphics, third edition, W3C 2025). */

/** A frame, as its `fcTL` chunk describes it (section 11.3.6.2). */
export type ApngFrame = {
  left: number
  top: number
  width: number
  height: number
  /** In milliseconds, not necessarily whole. */
  delayMs: number
  /** The disposal of its area before the next frame: 0 nothing, 1 clear it, 2 restore its previous content. */
  disposal: number
  /** True if it is blended over the canvas; otherwise it replaces its area. */
  isBlended: boolean
  /** Its image data, in the parts of its `IDAT` chunks. */
  data: Buffer[]
}

export type ParsedApng = {
  width: number
  height: number
  /** The number of times it plays; 0 means forever. */
  plays: number
  /** The content of `IHDR`. */
  header: Buffer
  /** Whole chunks that a decoder needs for the colors of the pixels. */
  colorChunks: Buffer[]
  hasAlpha: boolean
  frames: ApngFrame[]
  /** True if there are more frames than the limit to read. */
  hasMore: boolean
  /** True if the file ends or is damaged within a frame, which is omitted. */
  isCutOff: boolean
}

/** Densities, texts, times and orientations are omitted: they do not change how browsers show the picture. */
const colorChunks = new Set(['PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'cICP'])

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/**
 * Reads the chunks of an animated PNG, no frame after `maxFrames`, nor one that begins at `endMs` or later; decodes
 * nothing. The default image is a frame only if an `fcTL` chunk comes before it.
 */
export function parseApng(
  bytes: Buffer,
  { maxFrames, endMs }: { maxFrames: number; endMs: number },
): ParsedApng {
  const png: ParsedApng = {
    ...{ width: 0, height: 0, plays: 0, header: Buffer.alloc(0), colorChunks: [], hasAlpha: false },
    ...{ frames: [], hasMore: false, isCutOff: true },
  }
  let shownMs = 0
  let open: ApngFrame | null = null
  let hasData = false
  for (const { type, content, chunk } of chunksOf(bytes)) {
    if (type === 'IEND') {
      png.isCutOff = false
      break
    }
    if (type === 'fcTL') {
      if (open !== null && open.data.length === 0) break
      const isWanted = shownMs < endMs
      png.hasMore = isWanted && png.frames.length === maxFrames
      const frame = isWanted && !png.hasMore ? readControl(content, png) : null
      if (frame === null) {
        png.isCutOff = isWanted && !png.hasMore
        break
      }
      png.frames.push(frame)
      shownMs += shownDelay(frame.delayMs)
      open = frame
    } else if (type === 'IDAT') {
      hasData = true
      open?.data.push(content)
    } else if (type === 'fdAT') open?.data.push(content.subarray(4))
    else if (!hasData) readHead(type, content, chunk, png)
  }
  // A frame without data does not count, and the rest of one that is cut off is unknown.
  if (png.isCutOff || open?.data.length === 0) png.frames.pop()
  return png
}

/** Reads a chunk that comes before the pixels. */
function readHead(type: string, content: Buffer, chunk: Buffer, png: ParsedApng): void {
  if (type === 'IHDR' && content.length >= 13) {
    png.header = content
    png.width = content.readUInt32BE(0)
    png.height = content.readUInt32BE(4)
    // Gray and true color with alpha.
    png.hasAlpha = content[9] === 4 || content[9] === 6
  } else if (type === 'acTL' && content.length >= 8) png.plays = Math.min(65_535, content.readUInt32BE(4))
  else if (colorChunks.has(type)) {
    png.colorChunks.push(chunk)
    png.hasAlpha ||= type === 'tRNS'
  }
}

/** Reads an `fcTL` chunk; returns null if the frame is not inside the picture. */
function readControl(content: Buffer, png: ParsedApng): ApngFrame | null {
  if (content.length < 26) return null
  const [width, height] = [content.readUInt32BE(4), content.readUInt32BE(8)]
  const [left, top] = [content.readUInt32BE(12), content.readUInt32BE(16)]
  const isInside = width > 0 && height > 0 && left + width <= png.width && top + height <= png.height
  if (!isInside) return null
  // A denominator of 0 means 100.
  const delayMs = (content.readUInt16BE(20) * 1000) / (content.readUInt16BE(22) || 100)
  return {
    ...{ left, top, width, height, delayMs },
    disposal: content[24] ?? 0,
    isBlended: content[25] === 1,
    data: [],
  }
}

/** Returns a frame as a separate PNG. */
export function writeFrame({ header, colorChunks: colors }: ParsedApng, frame: ApngFrame): Buffer {
  const own = Buffer.from(header)
  own.writeUInt32BE(frame.width, 0)
  own.writeUInt32BE(frame.height, 4)
  return Buffer.concat([
    signature,
    ...pngChunk('IHDR', [own]),
    ...colors,
    ...pngChunk('IDAT', frame.data),
    ...pngChunk('IEND', []),
  ])
}

/** Yields the whole chunks of a PNG in order; ends where one is cut off. */
function* chunksOf(bytes: Buffer): Generator<{ type: string; content: Buffer; chunk: Buffer }> {
  for (let at = signature.length; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return
    yield {
      type: bytes.toString('latin1', at + 4, at + 8),
      content: bytes.subarray(at + 8, end - 4),
      chunk: bytes.subarray(at, end),
    }
    at = end
  }
}

function pngChunk(type: string, content: readonly Buffer[]): Buffer[] {
  const head = Buffer.alloc(8, type.padStart(8, '\0'), 'latin1')
  head.writeUInt32BE(
    content.reduce((sum, part) => sum + part.length, 0),
    0,
  )
  const check = Buffer.alloc(4)
  check.writeUInt32BE(content.reduce((sum, part) => crc32(part, sum), crc32(head.subarray(4))))
  return [head, ...content, check]
}
