import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/** A file of the index. It is written once, under a unique name, and never changed. */
export type StoredFile = {
  name: string
  bytes: number
  /** CRC-32 of its bytes. */
  checksum: number
}

/** Typed arrays by name. */
export type ArrayRecord = Record<string, Uint8Array | Uint16Array | Uint32Array>

/** `width` is the number of bytes of an element. */
type ArrayEntry = { name: string; width: number; bytes: number }

/** One read or write must be smaller than 2 GB. */
const chunkBytes = 2 ** 30

/** Writes arrays to a new file in a folder, and flushes it. Throws the system's error. */
export function writeArrays(folder: string, kind: string, arrays: ArrayRecord): StoredFile {
  const name = `${kind}-${randomUUID()}`
  const entries = Object.entries(arrays).map(
    ([name, { BYTES_PER_ELEMENT: width, byteLength: bytes }]): ArrayEntry => ({ name, width, bytes }),
  )
  const header = Buffer.from(JSON.stringify(entries))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(header.length)
  let bytes = 0
  let checksum = 0
  const file = openSync(join(folder, name), 'wx', 0o600)
  try {
    for (const part of [length, header, ...Object.values(arrays)]) {
      const all = new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
      for (let at = 0; at < all.length;) at += writeSync(file, all, at, Math.min(chunkBytes, all.length - at))
      checksum = crc32(all, checksum)
      bytes += all.length
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return { name, bytes, checksum }
}

/**
 * Reads the arrays of a file, each into its own shared memory. Throws the system's error, or one that describes the
 * fault in the file.
 */
export function readArrays(folder: string, stored: StoredFile): ArrayRecord {
  const file = openSync(join(folder, stored.name), 'r')
  try {
    const { size } = fstatSync(file)
    if (size !== stored.bytes) throw new Error(`${stored.name} has ${size} bytes, not ${stored.bytes}`)
    const length = readBytes(file, 4)
    const headerBytes = Buffer.from(length).readUInt32LE()
    if (headerBytes > size) throw new Error(`${stored.name} is damaged`)
    const header = readBytes(file, headerBytes)
    let checksum = crc32(header, crc32(length))
    const entries = parseHeader(header)
    const arrays: ArrayRecord = {}
    for (const { name, width, bytes } of entries) {
      if (!(bytes <= size)) throw new Error(`${stored.name} is damaged`)
      const array = readBytes(file, bytes)
      checksum = crc32(array, checksum)
      arrays[name] = viewAs(width, array.buffer)
    }
    if (checksum !== stored.checksum) throw new Error(`${stored.name} is damaged`)
    return arrays
  } finally {
    closeSync(file)
  }
}

function viewAs(width: number, memory: SharedArrayBuffer): ArrayRecord[string] {
  if (width === 1) return new Uint8Array(memory)
  return width === 2 ? new Uint16Array(memory) : new Uint32Array(memory)
}

function parseHeader(header: Uint8Array): ArrayEntry[] {
  try {
    return JSON.parse(Buffer.from(header).toString()) as ArrayEntry[]
  } catch (cause) {
    throw new Error('the list of its arrays is damaged', { cause })
  }
}

function readBytes(file: number, bytes: number): Uint8Array<SharedArrayBuffer> {
  const all = new Uint8Array(new SharedArrayBuffer(bytes))
  for (let at = 0; at < bytes;) {
    const read = readSync(file, all, at, Math.min(chunkBytes, bytes - at), null)
    if (read === 0) throw new Error('a file of the index is too short')
    at += read
  }
  return all
}
