import type { Readable } from 'node:stream'

export type StoredFile = { bytes: number; modifiedAt: number; etag: string }

/** Inclusive byte positions, as in HTTP. */
export type ByteRange = { first: number; last: number }

declare const isStoreKey: unique symbol

/** Names a file of the media store: a relative path. Not a path of this machine, which the type keeps apart. */
export type StoreKey = string & { readonly [isStoreKey]: true }

/** Where a file is on this machine: any text but a key of the media store. */
export type LocalPath = string & { readonly [isStoreKey]?: never }

export function storeKey(text: string): StoreKey {
  return text as StoreKey
}

/** Where the bytes live. Keys are relative paths such as `gifs/<mediaId>/gif.gif`. */
export interface MediaStore {
  /** Takes the local file over. When it resolves, the bytes survive a power cut, whole and under `key`. */
  put(key: StoreKey, path: LocalPath): Promise<void>
  /** Makes the bytes of `key` readable at `path`, which must not exist. Throws AppError not_found. */
  fetch(key: StoreKey, path: LocalPath): Promise<void>
  stat(key: StoreKey): Promise<StoredFile | undefined>
  read(key: StoreKey, range?: ByteRange): Promise<Readable>
  /** Removes every key that begins with `prefix` + `/`; quiet when there is none. */
  removeAll(prefix: string): Promise<void>
  /** The folders directly under `prefix`, with the time each was last changed. */
  listFolders(prefix: string): AsyncIterable<{ name: string; modifiedAt: number }>
}
