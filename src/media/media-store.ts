import type { Readable } from 'node:stream'

export type StoredFile = { bytes: number; modifiedAt: number; etag: string }

/** Inclusive byte positions, as in HTTP. */
export type ByteRange = { first: number; last: number }

declare const isStoreKey: unique symbol

/** The name of a file in the media store: a relative path, kept separate by type from the paths of this machine. */
export type StoreKey = string & { readonly [isStoreKey]: true }

/** The path of a file on this machine: any text but a key of the media store. */
export type LocalPath = string & { readonly [isStoreKey]?: never }

export function storeKey(text: string): StoreKey {
  return text as StoreKey
}

const maxKeyLength = 200
const keyShape = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/**
 * Returns true if a text can be a key or a prefix: at most 200 characters; segments of letters, digits, `.`, `_` and
 * `-` that do not begin with a dot.
 */
export function isStoreKeyText(text: string): text is StoreKey {
  return text.length <= maxKeyLength && keyShape.test(text)
}

/** Throws an Error unless the text can be a key or a prefix. Every store checks this before it touches anything. */
export function checkStoreKey(text: string): StoreKey {
  if (!isStoreKeyText(text)) throw new Error('not a key of the media store')
  return text
}

/** A file in a list. `modifiedAt` is in milliseconds since 1970. */
export type ListedFile = { key: StoreKey; bytes: number; modifiedAt: number }

/**
 * Makes a URL under which anyone may read the file of a key for a number of seconds, without this program. The answers
 * have these headers. The URL is made whether or not the file exists.
 */
export type Presign = (
  key: StoreKey,
  seconds: number,
  headers: { contentType: string; disposition?: string },
) => Promise<string>

/** The storage of media files. Keys are relative paths such as `gifs/<mediaId>/gif.gif`. */
export interface MediaStore {
  /**
   * Stores the local file, which it may move. Once it resolves, the bytes survive a power cut, whole and under `key`.
   */
  put(key: StoreKey, path: LocalPath): Promise<void>
  /** Makes the bytes of `key` readable at `path`, which must not exist. Throws AppError not_found. */
  fetch(key: StoreKey, path: LocalPath): Promise<void>
  stat(key: StoreKey): Promise<StoredFile | undefined>
  read(key: StoreKey, range?: ByteRange): Promise<Readable>
  /** Removes every key that begins with `prefix` + `/`, if any. */
  removeAll(prefix: string): Promise<void>
  /**
   * Copies every file under the prefix `from` + `/` to the same name under `to` + `/`, durably, if any. May be repeated
   * after a failure. Neither prefix may be within the other.
   */
  copyAll(from: string, to: string): Promise<void>
  /**
   * Lists every file under `prefix` + `/`, at any depth and in no order. Files that are added or removed in the
   * meantime may or may not be included.
   */
  list(prefix: string): AsyncIterable<ListedFile>
  /** Lists the folders directly under `prefix`, with the time each was last changed. */
  listFolders(prefix: string): AsyncIterable<{ name: string; modifiedAt: number }>
  /** Null if only this program can read the files. */
  readonly presign: Presign | null
}
