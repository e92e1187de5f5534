import type { ItemBytes, RefusedItem } from '../import-item.ts'

/** One file of a folder or an archive. */
export type TreeFile = {
  /** Relative to the tree, with `/` between its parts. */
  path: string
  /** Its size; what `from` gives is never more. */
  bytes: number
  /** In milliseconds since 1970. */
  modifiedAt: number
  from: Exclude<ItemBytes, { kind: 'url' }>
}

/** Files with their paths: a folder, or an archive that is never unpacked. An export is a manifest in one of them. */
export interface FileTree {
  /** What it is called in messages. */
  readonly name: string
  /** How many files there are; null where that is not known before the end. */
  readonly count: number | null
  /** Every file but hidden ones, and what is refused instead of being read. */
  list(signal: AbortSignal): AsyncIterable<TreeFile | RefusedItem>
  /** The file that a manifest names. A path that leads out of the tree is refused as a missing one is. */
  find(path: string): Promise<TreeFile | RefusedItem>
  close(): Promise<void>
}
