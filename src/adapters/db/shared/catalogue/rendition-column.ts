import {
  type RenditionFile,
  type RenditionName,
  renditionNames,
  type Renditions,
  renditions,
} from '../../../../media/rendition.ts'

/*
 * The column `gif.renditions`: a record of 13 bytes for each file that the GIF has, big-endian:
 *
 *   id 1 | width 2 | height 2 | bytes 5 (0: unknown) | frames 3
 *
 * Why not JSON or rows: docs/decisions/0015. Records of ids that this version does not know stay as they are.
 */

const recordBytes = 13
const highPart = 2 ** 32

const namesById: (RenditionName | undefined)[] = []
for (const name of renditionNames) namesById[renditions[name].id] = name

/** Packs the renditions of a GIF. */
export function packRenditions(files: Renditions): Uint8Array {
  return addToPacked(new Uint8Array(), files)
}

/** Unpacks the renditions of a GIF, without those that only a newer version knows. */
export function readRenditions(packed: Uint8Array): Renditions {
  const files: Partial<Record<string, RenditionFile>> = {}
  const byte = (at: number) => packed[at] ?? 0
  for (let at = 0; at + recordBytes <= packed.length; at += recordBytes) {
    const name = namesById[byte(at)]
    if (name === undefined) continue
    const bytes =
      byte(at + 5) * highPart +
      byte(at + 6) * 2 ** 24 +
      ((byte(at + 7) << 16) | (byte(at + 8) << 8) | byte(at + 9))
    files[name] = {
      width: (byte(at + 1) << 8) | byte(at + 2),
      height: (byte(at + 3) << 8) | byte(at + 4),
      bytes: bytes === 0 ? null : bytes,
      frames: (byte(at + 10) << 16) | (byte(at + 11) << 8) | byte(at + 12),
    }
  }
  return files
}

/** Replaces the renditions with these names in the column; all others stay, including unknown ones. */
export function addToPacked(packed: Uint8Array, files: Renditions): Uint8Array {
  const records = new Map<number, Uint8Array>()
  for (let at = 0; at + recordBytes <= packed.byteLength; at += recordBytes)
    records.set(packed[at] ?? 0, packed.subarray(at, at + recordBytes))
  for (const name of renditionNames) {
    const file = files[name]
    if (file !== undefined) records.set(renditions[name].id, packRecord(renditions[name].id, file))
  }
  return Buffer.concat([...records].toSorted(([one], [other]) => one - other).map(([, record]) => record))
}

function packRecord(id: number, { width, height, bytes, frames }: RenditionFile): Uint8Array {
  const record = new Uint8Array(recordBytes)
  const view = new DataView(record.buffer)
  const size = bytes ?? 0
  view.setUint8(0, id)
  view.setUint16(1, width)
  view.setUint16(3, height)
  view.setUint8(5, Math.floor(size / highPart))
  view.setUint32(6, size % highPart)
  view.setUint16(10, Math.floor(frames / 256))
  view.setUint8(12, frames % 256)
  return record
}
