import type { RefusedItem } from '../import-item.ts'
import { type FileTree, openTreeFile, type TreeFile } from './file-tree.ts'

/** A file that lists others: what an export has beside its files. */
export type Manifest = {
  file: TreeFile
  /** How it begins, as text: its format is recognized by it. */
  head: string
}

const headBytes = 2 ** 16
/** More files than that at the top of a tree are no manifests. */
const maxManifests = 20
/** Names of files that may be manifests. */
export const manifestName = /\.(?:json|jsonl|ndjson)$/i

export async function readHeadOf(file: TreeFile): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of await openTreeFile(file)) {
    chunks.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes >= headBytes) break
  }
  return Buffer.concat(chunks).subarray(0, headBytes)
}

/** The text of the first bytes of a file, without the mark that some files begin with. */
export function decodeHead(head: Uint8Array): string {
  return new TextDecoder().decode(head)
}

/** The JSON files at the top of a tree, or in its only folder, as archives of a folder have it. */
export async function findManifests(tree: FileTree): Promise<Manifest[]> {
  const top: TreeFile[] = []
  const second: TreeFile[] = []
  const folders = new Set<string>()
  for await (const file of tree.list(new AbortController().signal)) {
    if ('reason' in file) continue
    const [folder = '', ...rest] = file.path.split('/')
    if (rest.length > 0) folders.add(folder)
    if (!manifestName.test(file.path)) continue
    if (rest.length === 0) top.push(file)
    else if (rest.length === 1) second.push(file)
  }
  const files = top.length > 0 || folders.size !== 1 ? top : second
  const manifests: Manifest[] = []
  for (const file of files.slice(0, maxManifests)) {
    // What cannot be read is no manifest; it is refused with the other files.
    const head = await readHeadOf(file).catch(() => null)
    if (head !== null) manifests.push({ file, head: decodeHead(head) })
  }
  return manifests
}

/** The file that a manifest names, relative to its own folder. */
export function findBeside(
  tree: FileTree,
  manifest: Manifest,
  path: string,
): Promise<TreeFile | RefusedItem> {
  const folder = manifest.file.path.split('/').slice(0, -1)
  // `a/../b` must not reach the parent of the folder either: the tree refuses these parts.
  return tree.find([...folder, path].join('/'))
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The entries of a value that are objects; none where it is no list. */
export function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** A text of a manifest; undefined where it is none, or empty. */
export function textAt(values: Record<string, unknown>, key: string): string | undefined {
  const value = values[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}
