import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { ImportSource, ItemBytes, RefusedItem } from '../import-item.ts'
import { detailsOfPath, type FolderRule } from '../path-details.ts'

/** One file of a folder or an archive. */
export type TreeFile = {
  /** The path relative to the tree, with `/` between its parts. */
  path: string
  /** Its size; an archive never returns more. */
  bytes: number
  /** Milliseconds since 1970. */
  modifiedAt: number
  from: Exclude<ItemBytes, { kind: 'url' }>
}

/** Files with their paths: a folder, or an archive that is never unpacked. An export is a manifest in one of them. */
export interface FileTree {
  /** The name in messages. */
  readonly name: string
  /** Lists every file except hidden ones, including refused ones. */
  list(signal: AbortSignal): AsyncIterable<TreeFile | RefusedItem>
  /** Finds the file that a manifest names. A path that leads out of the tree is refused like a missing one. */
  find(path: string): Promise<TreeFile | RefusedItem>
  close(): Promise<void>
}

export async function openTreeFile({ from }: TreeFile): Promise<Readable> {
  return from.kind === 'file' ? createReadStream(from.path) : from.open()
}

/** Opens all files of a tree, with the details in their paths. */
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
