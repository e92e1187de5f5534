import type { Readable } from 'node:stream'

export type StoredFile = { bytes: number; modifiedAt: number; etag: string }

/** Inclusive byte positions, as in HTTP. */
export type ByteRange = { first: number; last: number }

/** Where the bytes live. Keys are relative paths such as `gifs/<mediaId>/gif.gif`. */
export interface MediaStore {
  /** Takes the local file over. When it resolves, the bytes survive a power cut, whole and under `key`. */
  put(key: string, localPath: string): Promise<void>
  /** Makes the bytes of `key` readable at `localPath`, which must not exist. Throws AppError not_found. */
  fetch(key: string, localPath: string): Promise<void>
  stat(key: string): Promise<StoredFile | undefined>
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Removes every key that begins with `prefix` + `/`; quiet when there is none. */
  removeAll(prefix: string): Promise<void>
  /** The folders directly under `prefix`, with the time each was last changed. */
  listFolders(prefix: string): AsyncIterable<{ name: string; modifiedAt: number }>
}
