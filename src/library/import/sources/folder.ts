import type { ErrorText } from '../../../lib/errors/error-text.ts'
import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { RefusedItem } from '../import-item.ts'
import type { FileTree, TreeFile } from './file-tree.ts'

/** The maximum depth of folders, so that no path is longer than the system allows. */
const maxDepth = 32

/** Names that lead out of a folder, or mean the folder itself. */
const notInside = new Set(['', '.', '..'])

/**
 * Opens the files of a folder and its subfolders, sorted by name. Hidden and system files are skipped, and links are
 * not followed.
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

/** Returns true if a file or folder is hidden or was left by the system: `.DS_Store`, `__MACOSX`, `Thumbs.db`. */
export function isIgnoredFile(name: string): boolean {
  return name.startsWith('.') || ignoredNames.has(name.toLowerCase())
}

/** Names to skip; `import-report.jsonl` is the report of an earlier import of the folder. */
const ignoredNames = new Set(['thumbs.db', 'desktop.ini', '__macosx', 'import-report.jsonl'])

function reasonOf(entry: Dirent): ErrorText {
  return entry.isSymbolicLink() ? { detail: 'linksNotFollowed' } : { detail: 'notFile' }
}
