import type { RefusedItem } from '../import-item.ts'
import { type FileTree, openTreeFile, type TreeFile } from './file-tree.ts'

/** A file that lists others: an export's index of its files. */
export type Manifest = {
  file: TreeFile
  /** The beginning of the file as text, used to recognize its format. */
  head: string
}

const headBytes = 2 ** 16
/** The maximum number of possible manifests at the top of a tree; further files are not checked. */
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

/** Decodes the first bytes of a file as text, without the byte order mark that some files begin with. */
export function decodeHead(head: Uint8Array): string {
  return new TextDecoder().decode(head)
}

/** Finds the JSON files at the top of a tree, or in its only folder, which archives of a folder have. */
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
    // An unreadable file cannot be a manifest; it is refused with the other files.
    const head = await readHeadOf(file).catch(() => null)
    if (head !== null) manifests.push({ file, head: decodeHead(head) })
  }
  return manifests
}

/** Finds the file that a manifest names, relative to the manifest's folder. */
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

/** Returns the entries of a list that are objects; an empty list if the value is not a list. */
export function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** Returns a text of a manifest; undefined if it is empty or not a text. */
export function textAt(values: Record<string, unknown>, key: string): string | undefined {
  const value = values[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}
