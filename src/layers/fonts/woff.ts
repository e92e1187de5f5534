const headerBytes = 44
const entryBytes = 20

/** Returns a WOFF file (https://www.w3.org/TR/WOFF/) without one of its tables; the others stay compressed as is. */
export function withoutTable(woff: Uint8Array, tag: string): Uint8Array {
  const view = new DataView(woff.buffer, woff.byteOffset, woff.byteLength)
  const entries = Array.from({ length: view.getUint16(12) }, (_, index) => {
    const at = headerBytes + index * entryBytes
    const length = view.getUint32(at + 8)
    return {
      tag: String.fromCharCode(...woff.subarray(at, at + 4)),
      at,
      start: view.getUint32(at + 4),
      length,
      originalLength: view.getUint32(at + 12),
    }
  }).filter((entry) => entry.tag !== tag)
  const size = entries.reduce((sum, { length }) => sum + padded(length), tableStart(entries.length))
  const result = new Uint8Array(size)
  const target = new DataView(result.buffer)
  result.set(woff.subarray(0, headerBytes))
  target.setUint32(8, size)
  target.setUint16(12, entries.length)
  // The size of the font uncompressed: a header of 12 bytes, and 16 for each table.
  target.setUint32(
    16,
    entries.reduce((sum, { originalLength }) => sum + padded(originalLength), 12 + 16 * entries.length),
  )
  // Neither metadata nor private data follows.
  result.fill(0, 24, headerBytes)
  let start = tableStart(entries.length)
  for (const [index, entry] of entries.entries()) {
    const at = headerBytes + index * entryBytes
    result.set(woff.subarray(entry.at, entry.at + entryBytes), at)
    target.setUint32(at + 4, start)
    result.set(woff.subarray(entry.start, entry.start + entry.length), start)
    start += padded(entry.length)
  }
  return result
}

function tableStart(tables: number): number {
  return headerBytes + tables * entryBytes
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4
}
