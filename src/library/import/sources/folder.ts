import type { ErrorText } from '../../../lib/errors/error-text.ts'
import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { RefusedItem } from '../import-item.ts'
import type { FileTree, TreeFile } from './file-tree.ts'

/** Deeper folders are refused, so that no path is longer than the system allows. */
const maxDepth = 32

/** What leads out of a folder, or names it. */
const notInside = new Set(['', '.', '..'])

/**
 * The files of a folder and of those in it, by name. What systems hide or leave in folders is skipped, links are not
 * followed.
 */
export async function openFolder(path: string): Promise<FileTree> {
  const folder = await realpath(path)
  return {
    name: path,
    async *list(signal) {
      for await (const entry of walk(folder, '', 0)) {
        signal.throwIfAborted()
        yield 'reason' in entry ? entry : await fileAt(folder, entry.path)
      }
    },
    find: (path) => findBelow(folder, path),
    close: () => Promise.resolve(),
  }
}

async function fileAt(folder: string, path: string): Promise<TreeFile | RefusedItem> {
  const whole = join(folder, path)
  try {
    const { size, mtimeMs } = await stat(whole)
    return { path, bytes: size, modifiedAt: mtimeMs, from: { kind: 'file', path: whole } }
  } catch {
    return { name: path, reason: { detail: 'noSuchFile' } }
  }
}

async function findBelow(folder: string, path: string): Promise<TreeFile | RefusedItem> {
  const refuse = (reason: ErrorText) => ({ name: path, reason })
  if (isAbsolute(path) || path.includes('\0') || path.split('/').some((part) => notInside.has(part)))
    return refuse({ detail: 'manifestFilePath' })
  const whole = join(folder, path)
  const real = await realpath(whole).catch(() => null)
  if (real === null) return refuse({ detail: 'noSuchFile' })
  return real === whole ? fileAt(folder, path) : refuse({ detail: 'linksNotFollowed' })
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
    else yield { name: path, reason: { detail: 'folderTooDeep', max: maxDepth } }
  }
}

function byName(one: Dirent, other: Dirent): number {
  if (one.name === other.name) return 0
  return one.name < other.name ? -1 : 1
}

/** Whether a file or folder is hidden, or left there: `.DS_Store`, `__MACOSX`, `Thumbs.db`. */
export function isIgnoredFile(name: string): boolean {
  return name.startsWith('.') || ignoredNames.has(name.toLowerCase())
}

/** `import-report.jsonl`: what an earlier import of the folder left there. */
const ignoredNames = new Set(['thumbs.db', 'desktop.ini', '__macosx', 'import-report.jsonl'])

function reasonOf(entry: Dirent): ErrorText {
  return entry.isSymbolicLink() ? { detail: 'linksNotFollowed' } : { detail: 'notFile' }
}
