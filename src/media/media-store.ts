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

const maxKeyLength = 200
const keyShape = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/**
 * Whether a text can be a key or a prefix: at most 200 characters; segments of letters, digits, `.`, `_` and `-` that do
 * not begin with a dot.
 */
export function isStoreKeyText(text: string): text is StoreKey {
  return text.length <= maxKeyLength && keyShape.test(text)
}

/** Throws an Error unless the text can be a key or a prefix. Every store asks before it touches anything. */
export function checkStoreKey(text: string): StoreKey {
  if (!isStoreKeyText(text)) throw new Error('not a key of the media store')
  return text
}

/** A file that a list tells of. `modifiedAt` in milliseconds since 1970. */
export type ListedFile = { key: StoreKey; bytes: number; modifiedAt: number }

/**
 * Makes an address under which anyone may read the file of a key for so many seconds, without this program. The answers
 * have these headers. The address is made whether or not there is such a file.
 */
export type Presign = (
  key: StoreKey,
  seconds: number,
  headers: { contentType: string; disposition?: string },
) => Promise<string>

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
  /**
   * Copies every file under the prefix `from` + `/` to the same name under `to` + `/`, durably; quiet when there is none.
   * May be repeated after a failure. Neither prefix may lie in the other.
   */
  copyAll(from: string, to: string): Promise<void>
  /** Every file under `prefix` + `/`, at any depth and in no order. What is put or removed meanwhile may be in it or not. */
  list(prefix: string): AsyncIterable<ListedFile>
  /** The folders directly under `prefix`, with the time each was last changed. */
  listFolders(prefix: string): AsyncIterable<{ name: string; modifiedAt: number }>
  /** Null where nobody but this program can read the files. */
  readonly presign: Presign | null
}
