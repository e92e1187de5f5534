/** A field of a message: a number, or bytes, which may be a text or another message. */
export type ProtobufField = { number: number; value: number | Buffer }

/**
 * The fields of a message in the wire format of protocol buffers (protobuf.dev/programming-guides/encoding). Enough for
 * one message of five fields, which no schema compiler is worth. Throws a sentence where it is cut or malformed.
 */
export function readProtobuf(bytes: Buffer): ProtobufField[] {
  const fields: ProtobufField[] = []
  let at = 0
  const readVarint = (): number => {
    let value = 0
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[at++]
      if (byte === undefined) break
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new Error('The settings are damaged.')
  }
  const take = (length: number): Buffer => {
    if (length > bytes.length - at) throw new Error('The settings are damaged.')
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const key = readVarint()
    const number = Math.floor(key / 8)
    const wireType = key % 8
    if (wireType === 0) fields.push({ number, value: readVarint() })
    else if (wireType === 2) fields.push({ number, value: take(readVarint()) })
    else if (wireType === 1 || wireType === 5) take(wireType === 1 ? 8 : 4)
    else throw new Error('The settings are damaged.')
  }
  return fields
}
