import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive, with its wrong header values if any. */
export type WrittenFile = {
  name: string
  /** Its name in the archive, if that is not UTF-8. */
  nameBytes?: Buffer
  /** Extra fields of the directory, with their heads. */
  extra?: Buffer
  data?: Buffer
  stored?: boolean
  method?: number
  bytes?: number
  packedBytes?: number
  crc?: number
  flags?: number
  /** The mode on Unix: 0o120777 is a link. */
  mode?: number
  /** The declared offset of its header. */
  headerAt?: number
}

/** A ZIP archive of files, written byte by byte, so that its headers may contain anything. */
export function writtenZip(
  files: WrittenFile[],
  end: { entries?: number; directoryAt?: number } = {},
): Buffer {
  const bodies: Buffer[] = []
  const headers: Buffer[] = []
  let at = 0
  for (const file of files) {
    const data = file.data ?? Buffer.from(file.name)
    const packed = file.stored === true ? data : deflateRawSync(data)
    const name = file.nameBytes ?? Buffer.from(file.name)
    const extra = file.extra ?? Buffer.alloc(0)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(file.flags ?? 0x800, 2)
    shared.writeUInt16LE(file.method ?? (file.stored === true ? 0 : 8), 4)
    shared.writeUInt16LE(0x21, 8) // 1 January 1980.
    shared.writeUInt32LE(file.crc ?? crc32(data), 10)
    shared.writeUInt32LE(file.packedBytes ?? packed.length, 14)
    shared.writeUInt32LE(file.bytes ?? data.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, packed])
    shared.writeUInt16LE(extra.length, 24)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((file.mode ?? 0) * 0x10000, 6)
    rest.writeUInt32LE(file.headerAt ?? at, 10)
    const madeBy = Buffer.from([20, file.mode === undefined ? 0 : 3])
    headers.push(Buffer.from('PK\x01\x02'), madeBy, shared, rest, name, extra)
    bodies.push(local)
    at += local.length
  }
  const directory = Buffer.concat(headers)
  const entries = end.entries ?? files.length
  const tail = Buffer.alloc(18)
  tail.writeUInt16LE(entries & 0xffff, 4)
  tail.writeUInt16LE(entries & 0xffff, 6)
  tail.writeUInt32LE(directory.length, 8)
  tail.writeUInt32LE(end.directoryAt ?? at, 12)
  const zip64 = entries > 0xffff ? [zip64End(entries, directory.length, at)] : []
  return Buffer.concat([...bodies, directory, ...zip64, Buffer.from('PK\x05\x06'), tail])
}

/** The records required by more than 65,535 entries: the ZIP64 end of the directory, and its position. */
function zip64End(entries: number, directoryBytes: number, directoryAt: number): Buffer {
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 0, 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(entries), 24)
  record.writeBigUInt64LE(BigInt(entries), 32)
  record.writeBigUInt64LE(BigInt(directoryBytes), 40)
  record.writeBigUInt64LE(BigInt(directoryAt), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 0, 'latin1')
  locator.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator])
}
