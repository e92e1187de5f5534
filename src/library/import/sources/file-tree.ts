import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { ImportSource, ItemBytes, RefusedItem } from '../import-item.ts'
import { detailsOfPath, type FolderRule } from '../path-details.ts'

/** One file of a folder or an archive. */
export type TreeFile = {
  /** Relative to the tree, with `/` between its parts. */
  path: string
  /** Its size; an archive never gives more. */
  bytes: number
  /** In milliseconds since 1970. */
  modifiedAt: number
  from: Exclude<ItemBytes, { kind: 'url' }>
}

/** Files with their paths: a folder, or an archive that is never unpacked. An export is a manifest in one of them. */
export interface FileTree {
  /** What it is called in messages. */
  readonly name: string
  /** Every file but hidden ones, and what is refused instead of being read. */
  list(signal: AbortSignal): AsyncIterable<TreeFile | RefusedItem>
  /** The file that a manifest names. A path that leads out of the tree is refused as a missing one is. */
  find(path: string): Promise<TreeFile | RefusedItem>
  close(): Promise<void>
}

export async function openTreeFile({ from }: TreeFile): Promise<Readable> {
  return from.kind === 'file' ? createReadStream(from.path) : from.open()
}

/** All files of a tree, with what their paths say of them. */
export async function openAllFiles(tree: FileTree, rule: FolderRule): Promise<ImportSource> {
  let count = 0
  for await (const _ of tree.list(new AbortController().signal)) count++
  return {
    name: tree.name,
    count,
    async *items(signal) {
      for await (const file of tree.list(signal)) {
        if ('reason' in file) yield file
        else yield { name: file.path, from: file.from, details: detailsOfPath(file.path, rule) }
      }
    },
    close: () => tree.close(),
  }
}
