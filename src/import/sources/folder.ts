import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportItem, ImportSource, RefusedItem } from '../import-item.ts'
import { detailsOfPath, type FolderRule } from '../path-details.ts'

/** Deeper folders are refused, so that no path is longer than the system allows. */
const maxDepth = 32

/**
 * The files of a folder and of those in it, by name. What systems hide or leave in folders is skipped, links are not
 * followed.
 */
export async function openFolder(folder: string, rule: FolderRule): Promise<ImportSource> {
  let count = 0
  for await (const _ of walk(folder, '', 0)) count++
  return {
    name: folder,
    count,
    async *items(signal) {
      for await (const entry of walk(folder, '', 0)) {
        signal.throwIfAborted()
        yield 'reason' in entry ? entry : fileItem(folder, entry.path, rule)
      }
    },
    close: () => Promise.resolve(),
  }
}

function fileItem(folder: string, path: string, rule: FolderRule): ImportItem {
  return { name: path, from: { kind: 'file', path: join(folder, path) }, details: detailsOfPath(path, rule) }
}

async function* walk(
  root: string,
  within: string,
  depth: number,
): AsyncGenerator<{ path: string } | RefusedItem> {
  const entries = await readdir(join(root, within), { withFileTypes: true })
  for (const entry of entries.toSorted(byName)) {
    const path = within === '' ? entry.name : `${within}/${entry.name}`
    if (isIgnoredFile(entry.name)) continue
    if (entry.isFile()) yield { path }
    else if (!entry.isDirectory()) yield { name: path, reason: reasonOf(entry) }
    else if (depth < maxDepth) yield* walk(root, path, depth + 1)
    else yield { name: path, reason: `Folders deeper than ${maxDepth} are not read.` }
  }
}

function byName(one: Dirent, other: Dirent): number {
  if (one.name === other.name) return 0
  return one.name < other.name ? -1 : 1
}

/** Whether a file or folder is hidden, or left by a system: `.DS_Store`, `__MACOSX`, `Thumbs.db`. */
export function isIgnoredFile(name: string): boolean {
  return name.startsWith('.') || ignoredNames.has(name.toLowerCase())
}

const ignoredNames = new Set(['thumbs.db', 'desktop.ini', '__macosx'])

function reasonOf(entry: Dirent): string {
  return entry.isSymbolicLink() ? 'Links are not followed.' : 'Not a file.'
}
