import type { ErrorText } from '../../lib/errors/error-text.ts'
import type { Readable } from 'node:stream'

/** One GIF to import: the place of its bytes, and its known details. */
export type ImportItem = {
  /** The name in progress and reports: a path within the source, or an address. */
  name: string
  from: ItemBytes
  details: ImportDetails
}

/**
 * The place of an item's bytes. `entry`: within a file, such as an archive; `bytes` is the size that the archive
 * declares.
 */
export type ItemBytes =
  | { kind: 'file'; path: string }
  | { kind: 'url'; url: string }
  | { kind: 'entry'; open: () => Promise<Readable>; bytes: number }

/**
 * A source's details of a GIF; missing ones come from the options of the run. Values are untrusted and not checked yet.
 */
export type ImportDetails = {
  title?: string
  tags?: string[]
  alt?: string
  /** A code or a name. */
  category?: string
  rating?: string
  visibility?: string
  /** Milliseconds since 1970. */
  createdAt?: number
  /** The e-mail address of an account. */
  owner?: string
  /** The code of the GIF elsewhere; used here if it is free. */
  code?: string
  /** The number of uses elsewhere. */
  uses?: number
}

/** An item of a source that cannot be imported. */
export type RefusedItem = { name: string; reason: ErrorText }

export interface ImportSource {
  readonly name: string
  /** The number of items, including refused ones; null: unknown until the end. */
  readonly count: number | null
  /** Yields items in a stable order. Throws a sentence if the rest of the source cannot be read. */
  items(signal: AbortSignal): AsyncIterable<ImportItem | RefusedItem>
  close(): Promise<void>
}

export function isRefused(item: ImportItem | RefusedItem): item is RefusedItem {
  return 'reason' in item
}
