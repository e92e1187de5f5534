import { promisify } from 'node:util'
import { constants, crc32, deflate, deflateRawSync } from 'node:zlib'

/** RGBA pixels with straight alpha, and their position on the frame. */
export type Mark = { pixels: Buffer; width: number; height: number; x: number; y: number }

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** 8 bits, truecolor with alpha (PNG, third edition, 11.2.1). */
const format = [8, 6, 0, 0, 0]
const channels = 4

/** The part of the empty rows above a mark that is compressed once and repeated. */
const blockBytes = 65_536
/** The largest prime below 2 ** 16, the modulus of Adler-32 (RFC 1950, 8.2). */
const adlerBase = 65_521

let emptyBlock: Buffer | undefined

/**
 * Returns a PNG of the size of a frame, transparent except for a mark. The empty rows above the mark are assembled from
 * compressed blocks, so that a large frame costs about as much as a small one.
 */
export async function frameWithMark(frame: { width: number; height: number }, mark: Mark): Promise<Buffer> {
  const rowBytes = frame.width * channels + 1
  const blocks = Math.floor((mark.y * rowBytes) / blockBytes)
  const emptyBytes = blocks * blockBytes
  const rest = Buffer.alloc(frame.height * rowBytes - emptyBytes)
  for (let row = 0; row < mark.height; row++) {
    // Each row begins with its filter type: none.
    const at = (mark.y + row) * rowBytes + 1 + mark.x * channels - emptyBytes
    mark.pixels.copy(rest, at, row * mark.width * channels, (row + 1) * mark.width * channels)
  }
  const end = await promisify(deflate)(rest)
  // Zeros leave the low half of the checksum unchanged and add their number to the high half.
  const sum = (end.readUInt16BE(end.length - 4) + emptyBytes) % adlerBase
  end.writeUInt16BE(sum, end.length - 4)
  emptyBlock ??= deflateRawSync(Buffer.alloc(blockBytes), { finishFlush: constants.Z_FULL_FLUSH })
  const empty = Array.from({ length: blocks }).fill(emptyBlock) as Buffer[]
  const header = Buffer.alloc(8)
  header.writeUInt32BE(frame.width, 0)
  header.writeUInt32BE(frame.height, 4)
  return Buffer.concat([
    signature,
    chunk('IHDR', [header, Buffer.from(format)]),
    chunk('IDAT', [end.subarray(0, 2), ...empty, end.subarray(2)]),
    chunk('IEND', []),
  ])
}

function chunk(type: string, parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), ...parts])
  const bytes = Buffer.alloc(content.length + 8)
  bytes.writeUInt32BE(content.length - type.length, 0)
  content.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(content), bytes.length - 4)
  return bytes
}
