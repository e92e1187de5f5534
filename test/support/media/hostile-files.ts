import { deflateSync } from 'node:zlib'
import { pngChunk } from './apng.ts'

/** Small files that expand, made byte by byte. */

export type PngShape = {
  width: number
  height: number
  interlaced?: boolean
  /** 48 bits per pixel. */
  deep?: boolean
  chunks?: [string, Buffer][]
}

/**
 * A black PNG, with one bit per pixel unless it is deep, which compresses a thousand to one. `chunks` go before the
 * pixels.
 */
export function blackPng({ width, height, interlaced = false, deep = false, chunks = [] }: PngShape): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([deep ? 16 : 1, deep ? 2 : 0, 0, 0, interlaced ? 1 : 0], 8)
  const passes = interlaced ? adam7 : [[0, 0, 1, 1] as const]
  const bytes = passes
    .map(([left, top, right, down]) => {
      const columns = Math.ceil((width - left) / right)
      return columns < 1
        ? 0
        : Math.ceil((height - top) / down) * (1 + Math.ceil((columns * (deep ? 48 : 1)) / 8))
    })
    .reduce((sum, part) => sum + Math.max(0, part), 0)
  const pixels = deflateSync(Buffer.alloc(bytes), { level: 1 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[
      ['IHDR', header] as const,
      ...chunks,
      ['IDAT', pixels] as const,
      ['IEND', Buffer.alloc(0)] as const,
    ].map(([name, data]) => pngChunk(name, data)),
  ])
}

const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** A GIF whose screen is of any size, and whose frames are one pixel each. */
export function tinyFramesGif(width: number, height: number, frames: number, delay = 1): Buffer {
  const screen = Buffer.alloc(13)
  screen.write('GIF89a', 'latin1')
  screen.writeUInt16LE(width, 6)
  screen.writeUInt16LE(height, 8)
  screen[10] = 0x80
  const control = [0x21, 0xf9, 4, 0, delay, 0, 0, 0]
  const image = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  const frame = Buffer.from([...control, ...image])
  return Buffer.concat([
    screen,
    Buffer.from([0, 0, 0, 255, 255, 255]),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ])
}

/** A WebP of one color: every symbol of its codes is written in zero bits. */
export function flatWebp(width: number, height: number): Buffer {
  return riff([webpChunk('VP8L', flatPixels(width, height))])
}

/** An animated WebP of one-pixel frames. */
export function tinyFramesWebp(frames: number): Buffer {
  const extended = Buffer.alloc(10)
  extended[0] = 2
  const frame = webpChunk('ANMF', Buffer.concat([Buffer.alloc(16), webpChunk('VP8L', flatPixels(1, 1))]))
  const chunks = [webpChunk('VP8X', extended), webpChunk('ANIM', Buffer.alloc(6))]
  return riff([...chunks, ...Array.from({ length: frames }, () => frame)])
}

/** An animated WebP whose canvas and frames are of one color and any size. */
export function expandingWebp(width: number, height: number, frames: number): Buffer {
  const extended = Buffer.alloc(10)
  extended[0] = 2
  extended.writeUIntLE(width - 1, 4, 3)
  extended.writeUIntLE(height - 1, 7, 3)
  const head = Buffer.alloc(16)
  head.writeUIntLE(width - 1, 6, 3)
  head.writeUIntLE(height - 1, 9, 3)
  head.writeUIntLE(100, 12, 3)
  const frame = webpChunk('ANMF', Buffer.concat([head, webpChunk('VP8L', flatPixels(width, height))]))
  const chunks = [webpChunk('VP8X', extended), webpChunk('ANIM', Buffer.alloc(6))]
  return riff([...chunks, ...Array.from({ length: frames }, () => frame)])
}

function flatPixels(width: number, height: number): Buffer {
  const oneSymbol = '1000'
  const bits = [
    ...[width - 1, height - 1].map((side) => reversed(side.toString(2).padStart(14, '0'))),
    ...['0', '000', '000', oneSymbol.repeat(5)],
  ].join('')
  const bytes = bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(reversed(byte), 2)) ?? []
  return Buffer.from([0x2f, ...bytes, 0, 0])
}

function reversed(text: string): string {
  return [...text].toReversed().join('')
}

function webpChunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(name, 'latin1'), length, data, Buffer.alloc(data.length % 2)])
}

function riff(chunks: Buffer[]): Buffer {
  return webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]))
}

export type MovieShape = {
  /** The properties of the pictures in the header. */
  width: number
  height: number
  /** The pictures, PNG files, in order. */
  samples: Buffer[]
  /** The duration of each, in thousandths of a second. */
  sampleMs: number
  tracks?: number
  /** The other file that is declared to hold the pictures, at the same offset; this one then holds none. */
  elsewhere?: string
}

/** A QuickTime movie of PNG pictures. */
export function movieOfPngs({ width, height, samples, sampleMs, tracks = 1, elsewhere }: MovieShape): Buffer {
  const type = box('ftyp', Buffer.from('qt  \0\0\0\0qt  ', 'latin1'))
  const data = box(
    'mdat',
    ...samples.map((one) => (elsewhere === undefined ? one : Buffer.alloc(one.length))),
  )
  const lasts = samples.length * sampleMs
  const description = Buffer.alloc(78)
  description.writeUInt16BE(1, 6)
  description.writeUInt16BE(width, 24)
  description.writeUInt16BE(height, 26)
  description.writeUInt16BE(24, 74)
  const reference = elsewhere === undefined ? full('url ', 1) : full('url ', 0, Buffer.from(`${elsewhere}\0`))
  const table = box(
    'stbl',
    full('stsd', 0, words(1), box('png ', description)),
    full('stts', 0, words(1, samples.length, sampleMs)),
    full('stsc', 0, words(1, 1, samples.length, 1)),
    full('stsz', 0, words(0, samples.length, ...samples.map(({ length }) => length))),
    full('stco', 0, words(1, type.length + 8)),
  )
  const media = box(
    'mdia',
    full('mdhd', 0, words(0, 0, 1000, lasts, 0)),
    full('hdlr', 0, Buffer.from('\0\0\0\0vide\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')),
    box('minf', full('vmhd', 1, Buffer.alloc(8)), box('dinf', full('dref', 0, words(1), reference)), table),
  )
  const track = (number: number) =>
    box(
      'trak',
      full('tkhd', 3, words(0, 0, number, 0, lasts, 0, 0, 0, 0), matrix, words(width << 16, height << 16)),
      media,
    )
  const head = full(
    'mvhd',
    0,
    words(0, 0, 1000, lasts, 0x10000, 0x1000000, 0, 0),
    matrix,
    words(0, 0, 0, 0, 0, 0, tracks + 1),
  )
  const all = Array.from({ length: tracks }, (_, index) => track(index + 1))
  return Buffer.concat([type, data, box('moov', head, ...all)])
}

const matrix = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

function box(name: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([words(body.length + 8), Buffer.from(name, 'latin1'), body])
}

function full(name: string, flags: number, ...parts: Buffer[]): Buffer {
  return box(name, words(flags), ...parts)
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4)
  return bytes
}
