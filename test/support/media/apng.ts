import { crc32, deflateSync } from 'node:zlib'

/** A frame of an animated PNG that is written chunk by chunk. */
export type WrittenFrame = {
  left: number
  top: number
  width: number
  height: number
  /** The rows as PNG stores them, without their filter bytes: packed by the bit depth. */
  rows: readonly Uint8Array[]
  /** A fraction of seconds; a denominator of 0 stands for 100. */
  delay: readonly [number, number]
  /** 0 keeps, 1 clears, 2 restores the previous content. */
  disposal: 0 | 1 | 2
  isBlended: boolean
}

export type WrittenApng = {
  width: number
  height: number
  bitDepth: 1 | 2 | 4 | 8 | 16
  /** 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGBA. */
  colorType: 0 | 2 | 3 | 4 | 6
  plays: number
  frames: readonly WrittenFrame[]
  /** Chunks before the pixels. */
  chunks?: readonly (readonly [name: string, data: Buffer])[]
  /** The rows of a picture that is shown without animation support, and is no frame. */
  hidden?: readonly Uint8Array[]
}

/** Writes an animated PNG (PNG, third edition), with every frame exactly as given. */
export function writeApng({
  width,
  height,
  bitDepth,
  colorType,
  plays,
  frames,
  chunks = [],
  hidden,
}: WrittenApng): Buffer {
  const header = Buffer.concat([words(width, height), Buffer.from([bitDepth, colorType, 0, 0, 0])])
  let sequence = 0
  const parts = frames.flatMap((frame, index) => {
    const area = words(sequence++, frame.width, frame.height, frame.left, frame.top)
    const time = Buffer.alloc(4)
    time.writeUInt16BE(frame.delay[0], 0)
    time.writeUInt16BE(frame.delay[1], 2)
    const control = Buffer.concat([area, time, Buffer.from([frame.disposal, frame.isBlended ? 1 : 0])])
    const data = packed(frame.rows)
    const isDefault = index === 0 && hidden === undefined
    return [
      pngChunk('fcTL', control),
      isDefault ? pngChunk('IDAT', data) : pngChunk('fdAT', Buffer.concat([words(sequence++), data])),
    ]
  })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('acTL', words(frames.length, plays)),
    ...chunks.map(([name, data]) => pngChunk(name, data)),
    ...(hidden === undefined ? [] : [pngChunk('IDAT', packed(hidden))]),
    ...parts,
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The rows of an area of one color, given as the bytes of a pixel. */
export function flatRows(width: number, height: number, pixel: readonly number[]): Uint8Array[] {
  const row = Uint8Array.from(Array.from({ length: width }, () => pixel).flat())
  return Array.from({ length: height }, () => row)
}

function packed(rows: readonly Uint8Array[]): Buffer {
  return deflateSync(Buffer.concat(rows.map((row) => Buffer.concat([Buffer.from([0]), row]))))
}

/** A chunk of a PNG with its length and checksum. */
export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  return Buffer.concat([words(data.length), body, words(crc32(body))])
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4)
  return bytes
}
