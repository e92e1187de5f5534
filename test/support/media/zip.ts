import { inflateRawSync } from 'node:zlib'

/** The files of a ZIP archive by their names, as listed in its central directory. Throws if it is broken. */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0) throw new Error('no end of a ZIP archive')
  const files = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error(`no entry at ${at}`)
    const method = bytes.readUInt16LE(at + 10)
    const packedBytes = bytes.readUInt32LE(at + 20)
    const [nameBytes = 0, extraBytes = 0, commentBytes = 0] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    )
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const packed = bytes.subarray(start, start + packedBytes)
    const content = method === 8 ? inflateRawSync(packed) : packed
    if (content.length !== bytes.readUInt32LE(at + 24)) throw new Error('an entry is truncated')
    files.set(bytes.toString('utf8', at + 46, at + 46 + nameBytes), content)
    at += 46 + nameBytes + extraBytes + commentBytes
  }
  return files
}
