import { maxLineBytes } from '../../lib/text/json-lines.ts'
import { inMegabytes } from '../../lib/text/megabytes.ts'
import type { ImportDetails, RefusedItem } from '../import-item.ts'

/** What a manifest says of one GIF, before it is looked for. Of bounded size, as a line of JSON lines is. */
export type ManifestEntry =
  | {
      name: string
      details: ImportDetails
      /** Where its file may be, relative to the manifest: the first that is there is taken. */
      files: string[]
      /** Where none is there: its address, or why it is refused; null: as the file that was looked for. */
      otherwise: { url: string } | { reason: string } | null
    }
  | RefusedItem

/** How much a manifest may hold: it is untrusted, and JSON can be read only as a whole. */
export type ManifestLimits = {
  /** The file, inflated. */
  bytes: number
  items: number
  /** Objects, lists and their members: what parsing takes besides the texts. */
  values: number
  /** All that its entries say together. */
  textBytes: number
  /** What reading it may take of memory. */
  heapMb: number
  maxMs: number
}

/** What an operator may import by a file that he chose. */
export const defaultManifestLimits: ManifestLimits = {
  bytes: 2 ** 28,
  items: Infinity,
  values: Infinity,
  textBytes: Infinity,
  heapMb: 4096,
  maxMs: Infinity,
}

/** What a thread is started with that reads a manifest. */
export type ManifestWork = { format: string; bytes: Uint8Array; limits: ManifestLimits }

/** What it answers: some entries at a time, then one of the others. */
export type ManifestAnswer =
  | { type: 'entries'; entries: ManifestEntry[] }
  | { type: 'end' }
  | { type: 'malformed' }
  | { type: 'too large' }
  | { type: 'failed'; message: string }

const entriesAtOnce = 50

export const tooManyItems = (max: number): string => `More than ${max} files. Send them in several archives.`

/** A text of a manifest may be as long as all favourites of Discord are. */
const maxTextBytes = 2 ** 21

const [quote, backslash] = [0x22, 0x5c]
const valueSigns = new Set([...',:[{'].map((sign) => sign.charCodeAt(0)))

/**
 * Whether JSON has at most so many values, and no longer text. To be asked before it is parsed: parsing is one step of the
 * engine, which cannot be interrupted when it runs out of memory, and would end the whole process.
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

/** Entries some at a time. Throws a sentence for more than the limits allow. */
export function* boundedEntries(
  entries: Iterable<ManifestEntry>,
  { items, textBytes }: ManifestLimits,
): Generator<ManifestEntry[]> {
  let [count, bytes] = [0, 0]
  let batch: ManifestEntry[] = []
  for (const entry of entries) {
    count++
    if (count > items) throw new Error(tooManyItems(items))
    const length = lengthOf(entry)
    const isLong = length > maxLineBytes
    bytes += isLong ? 0 : length
    if (bytes > textBytes)
      throw new Error(`The texts of this list take more than ${inMegabytes(textBytes)} MB.`)
    batch.push(isLong ? { name: entry.name.slice(0, maxNameLength), reason: entryTooLong } : entry)
    if (batch.length < entriesAtOnce) continue
    yield batch
    batch = []
  }
  yield batch
}

/** The characters of all texts of an entry. Written as JSON, one entry could take more memory than there is. */
function lengthOf(entry: ManifestEntry): number {
  if ('reason' in entry) return entry.name.length + entry.reason.length
  const { name, details, files, otherwise } = entry
  const { tags = [], ...others } = details
  const texts = [name, ...files, ...tags, ...Object.values(others), ...Object.values(otherwise ?? {})]
  return texts.reduce<number>((sum, text) => sum + String(text).length, 0)
}

const maxNameLength = 1000
const entryTooLong = `An entry must have at most ${maxLineBytes} characters.`
