import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureFixtures } from './fixtures.ts'

/** A bitmap of 24 bits whose header declares this size; `pixels` may be fewer than that takes. */
export function bmpOf(width: number, height: number, pixels?: Buffer): Buffer {
  const rowBytes = Math.ceil((width * 3) / 4) * 4
  const body = pixels ?? Buffer.alloc(rowBytes * height, 0x80)
  const head = Buffer.alloc(54)
  head.write('BM', 'latin1')
  head.writeUInt32LE(head.length + body.length, 2)
  head.writeUInt32LE(head.length, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(24, 28)
  return Buffer.concat([head, body])
}

/** A HEIC file with a picture that is declared to be of this size, without any of its data. */
export function heicOfSize(width: number, height: number): Buffer {
  const sides = Buffer.alloc(12)
  sides.writeUInt32BE(width, 4)
  sides.writeUInt32BE(height, 8)
  const properties = box('iprp', box('ipco', box('ispe', sides)))
  return Buffer.concat([
    box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1')),
    box('meta', Buffer.concat([Buffer.alloc(4), properties])),
    Buffer.alloc(2000, 0x55),
  ])
}

/** Same as `heicOfSize`, with 2 MB of pixels before the metadata, and a small size among them. */
export function lateHeic(width: number, height: number): Buffer {
  const file = heicOfSize(width, height)
  const typeBytes = file.indexOf('meta') - 4
  const pixels = box('mdat', Buffer.concat([heicOfSize(10, 10), Buffer.alloc(2_000_000)]))
  return Buffer.concat([file.subarray(0, typeBytes), pixels, file.subarray(typeBytes)])
}

/** Pictures that tools decode, each damaged differently, by the names of their files. */
export async function damagedPictures(): Promise<[name: string, bytes: Buffer][]> {
  const tiff = await readFile(join(await ensureFixtures(), 'pictures', 'picture.tiff'))
  return [
    ['cut.tiff', tiff.subarray(0, 60)],
    ['empty.bmp', bmpOf(30, 20, Buffer.alloc(0))],
    ['noise.heic', heicOfSize(100, 100)],
  ]
}

function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(head.length + content.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}
