import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '#src/lib/tools/find-program.ts'

/** The reason that HEIC cannot be tested on this machine; null if it can. */
export async function whyNoHeic(): Promise<string | null> {
  const searchPath = process.env.PATH ?? ''
  const tools = await Promise.all(['heif-enc', 'heif-convert'].map((name) => findProgram(name, searchPath)))
  return tools.includes(undefined) ? 'libheif-examples is not installed' : null
}

/** Writes a picture as HEIC, like phones. */
export async function writeHeic(picture: string, heic: string): Promise<void> {
  await promisify(execFile)('heif-enc', ['-q', '90', picture, '-o', heic])
}

/** The rotation declared by a HEIC file: counterclockwise in steps of 90 degrees, then mirrored. */
export type HeicTurn = { angle?: 0 | 1 | 2 | 3; mirror?: 0 | 1 }

/** Adds `irot` and `imir` to the properties of the first picture of a HEIC that heif-enc wrote (ISO/IEC 23008-12). */
export function turnHeic(heic: Buffer, { angle, mirror }: HeicTurn): Buffer {
  const boxes = [
    ...(angle === undefined ? [] : [box('irot', angle)]),
    ...(mirror === undefined ? [] : [box('imir', mirror)]),
  ]
  const added = Buffer.concat(boxes)
  const [ipco, ipma, iloc] = ['ipco', 'ipma', 'iloc'].map((name) => heic.indexOf(name) - 4) as [
    number,
    number,
    number,
  ]
  const ipcoEnd = ipco + heic.readUInt32BE(ipco)
  const properties = countBoxes(heic.subarray(ipco + 8, ipcoEnd))
  // Version and flags, the number of entries, the number of the picture; then its count of one-byte associations.
  const countAt = ipma + 18
  const count = heic[countAt] ?? 0
  const file = Buffer.concat([
    heic.subarray(0, ipcoEnd),
    added,
    heic.subarray(ipcoEnd, countAt),
    Buffer.from([count + boxes.length]),
    heic.subarray(countAt + 1, countAt + 1 + count),
    Buffer.from(boxes.map((_, index) => 0x80 + properties + index + 1)),
    heic.subarray(countAt + 1 + count),
  ])
  const moved = file.length - heic.length
  const grow = (at: number, by: number) => file.writeUInt32BE(file.readUInt32BE(at) + by, at)
  grow(heic.indexOf('meta') - 4, moved)
  grow(heic.indexOf('iprp') - 4, moved)
  grow(ipco, added.length)
  grow(ipma + added.length, boxes.length)
  // Each item has a number, a data reference, a base offset of four bytes and one extent.
  for (let item = 0; item < heic.readUInt16BE(iloc + 14); item++) grow(iloc + 16 + item * 18 + 4, moved)
  return file
}

function box(name: string, value: number): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0, 9]), Buffer.from(name, 'latin1'), Buffer.from([value])])
}

function countBoxes(bytes: Buffer): number {
  let count = 0
  for (let at = 0; at + 8 <= bytes.length; at += bytes.readUInt32BE(at)) count++
  return count
}
