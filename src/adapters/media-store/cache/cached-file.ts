import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ByteRange, StoredFile, StoreKey } from '../../../media/media-store.ts'

/** The size of the head before the bytes: the store's metadata of the file, as JSON and spaces. */
export const headBytes = 1024
const readChunkBytes = 256 * 1024

type Head = StoredFile & { key: StoreKey }

/** Returns the first bytes of a cached file; undefined if they do not fit. */
export function encodeHead(key: StoreKey, { bytes, modifiedAt, etag }: StoredFile): Buffer | undefined {
  const text = JSON.stringify({ key, bytes, modifiedAt, etag } satisfies Head)
  const head = Buffer.alloc(headBytes, ' ')
  return Buffer.byteLength(text) <= headBytes && head.write(text) > 0 ? head : undefined
}

/** An open cached file, which stays readable if it is removed. */
export class CachedMedia {
  readonly file: StoredFile
  readonly #handle: FileHandle

  constructor(handle: FileHandle, file: StoredFile) {
    this.#handle = handle
    this.file = file
  }

  /** Hands the file over to the stream, which closes it. */
  read(range: ByteRange = { first: 0, last: this.file.bytes - 1 }): Readable {
    const end = headBytes + Math.min(range.last, this.file.bytes - 1)
    if (end < headBytes + range.first) {
      void this.#handle.close()
      return Readable.from([])
    }
    return this.#handle.createReadStream({
      start: headBytes + range.first,
      end,
      highWaterMark: readChunkBytes,
    })
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}

/** Opens a cached file; returns undefined if it is missing or damaged. */
export async function openCached(path: string, key: StoreKey): Promise<CachedMedia | undefined> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined)
  if (handle === undefined) return undefined
  const file = await readHead(handle, key).catch(() => undefined)
  if (file !== undefined) return new CachedMedia(handle, file)
  await handle.close()
  return undefined
}

async function readHead(handle: FileHandle, key: StoreKey): Promise<StoredFile | undefined> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  if (bytesRead < headBytes) return undefined
  const { bytes, modifiedAt, etag, key: named } = JSON.parse(buffer.toString()) as Head
  const { size } = await handle.stat()
  return named === key && size === headBytes + bytes ? { bytes, modifiedAt, etag } : undefined
}
