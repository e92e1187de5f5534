import { type ErrorText, formatEnglish } from '../../../lib/errors/error-text.ts'
import { AppError } from '../../../lib/app-error.ts'
import { maxLineBytes } from '../../../lib/text/json-lines.ts'
import { inMegabytes } from '../../../lib/text/megabytes.ts'
import type { ImportDetails, RefusedItem } from '../import-item.ts'

/** A GIF in a manifest, before its file is looked up. Its size is bounded, like that of a line of JSON lines. */
export type ManifestEntry =
  | {
      name: string
      details: ImportDetails
      /** Possible paths of its file, relative to the manifest; the first existing one is used. */
      files: string[]
      /** The fallback if no file exists: its address, or the reason to refuse it; null: treated as a missing file. */
      otherwise: { url: string } | { reason: ErrorText } | null
    }
  | RefusedItem

/** The limits of a manifest: it is untrusted, and JSON can only be read as a whole. */
export type ManifestLimits = {
  /** The size of the decompressed file. */
  bytes: number
  items: number
  /** The number of objects, lists and their members: they take memory in addition to the texts. */
  values: number
  /** The total length of its entries. */
  textBytes: number
  /** The maximum heap for reading it. */
  heapMb: number
  maxMs: number
}

/** The limits for a file that an operator chose to import. */
export const defaultManifestLimits: ManifestLimits = {
  bytes: 2 ** 28,
  items: Infinity,
  values: Infinity,
  textBytes: Infinity,
  heapMb: 4096,
  maxMs: Infinity,
}

/** The input of a thread that reads a manifest. */
export type ManifestWork = { format: string; bytes: Uint8Array; limits: ManifestLimits }

/** The messages of the thread: batches of entries, then one of the other messages. */
export type ManifestAnswer =
  | { type: 'entries'; entries: ManifestEntry[] }
  | { type: 'end' }
  | { type: 'malformed' }
  | { type: 'too large' }
  | { type: 'refused'; text: ErrorText }
  | { type: 'failed'; message: string }

const entriesAtOnce = 50

export const tooManyItems = (max: number): ErrorText => ({ detail: 'tooManyFiles', max })

/** The maximum size of a text in a manifest, enough for all favorites of Discord. */
const maxTextBytes = 2 ** 21

const [quote, backslash] = [0x22, 0x5c]
const valueSigns = new Set([...',:[{'].map((sign) => sign.charCodeAt(0)))

/**
 * Returns true if JSON has at most `maxValues` values and no text that is too long. Check this before parsing: the
 * engine cannot interrupt parsing when it runs out of memory, and would end the whole process.
 */
export function isParsable(bytes: Uint8Array, maxValues: number): boolean {
  let values = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === quote) {
      const start = at++
      while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
      if (at - start > maxTextBytes) return false
    } else if (valueSigns.has(byte) && ++values > maxValues) return false
  }
  return true
}

/** Yields entries in batches. Throws a sentence if they exceed the limits. */
export function* boundedEntries(
  entries: Iterable<ManifestEntry>,
  { items, textBytes }: ManifestLimits,
): Generator<ManifestEntry[]> {
  let [count, bytes] = [0, 0]
  let batch: ManifestEntry[] = []
  for (const entry of entries) {
    count++
    if (count > items) throw new AppError('media_unsupported', tooManyItems(items))
    const length = lengthOf(entry)
    const isLong = length > maxLineBytes
    bytes += isLong ? 0 : length
    if (bytes > textBytes)
      throw new AppError('media_unsupported', { detail: 'listTooLarge', megabytes: inMegabytes(textBytes) })
    batch.push(
      isLong
        ? { name: entry.name.slice(0, maxNameLength), reason: { detail: 'entryTooLong', max: maxLineBytes } }
        : entry,
    )
    if (batch.length < entriesAtOnce) continue
    yield batch
    batch = []
  }
  yield batch
}

/** Counts the characters of all texts of an entry. Serialized to JSON, one entry could exceed the available memory. */
function lengthOf(entry: ManifestEntry): number {
  if ('reason' in entry) return entry.name.length + formatEnglish(entry.reason).length
  const { name, details, files, otherwise } = entry
  const { tags = [], ...others } = details
  const texts = [name, ...files, ...tags, ...Object.values(others), ...Object.values(otherwise ?? {})]
  return texts.reduce<number>((sum, text) => sum + String(text).length, 0)
}

const maxNameLength = 1000
