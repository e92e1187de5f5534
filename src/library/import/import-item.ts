import type { ErrorText } from '../../lib/errors/error-text.ts'
import type { Readable } from 'node:stream'

/** One GIF to be imported: where its bytes are, and what is known of it. */
export type ImportItem = {
  /** What progress and report call it: a path within its source, or an address. */
  name: string
  from: ItemBytes
  details: ImportDetails
}

/** Where the bytes of an item are. `entry`: within a file, such as an archive; `bytes` is what that says of their number. */
export type ItemBytes =
  | { kind: 'file'; path: string }
  | { kind: 'url'; url: string }
  | { kind: 'entry'; open: () => Promise<Readable>; bytes: number }

/** What a source says of a GIF; what is left out comes from the options of the run. Values are untrusted and not checked yet. */
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
  /** What the GIF was called elsewhere; taken over where it is free. */
  code?: string
  /** How often it was used elsewhere. */
  uses?: number
}

/** An item of a source that cannot be one. */
export type RefusedItem = { name: string; reason: ErrorText }

export interface ImportSource {
  readonly name: string
  /** How many items it has, refused ones too; null: not known before the end. */
  readonly count: number | null
  /** In an order that is the same each time. Throws a sentence where the source itself cannot be read on. */
  items(signal: AbortSignal): AsyncIterable<ImportItem | RefusedItem>
  close(): Promise<void>
}

export function isRefused(item: ImportItem | RefusedItem): item is RefusedItem {
  return 'reason' in item
}
