import { AppError } from '../../../lib/app-error.ts'
import { basename } from 'node:path'
import { countLines, parseJsonLine, readLines } from '../../../lib/text/json-lines.ts'
import type { ImportDetails, ImportItem, ImportSource, RefusedItem } from '../import-item.ts'
import { type FileTree, openTreeFile } from './file-tree.ts'
import { findBeside, type Manifest } from './manifest.ts'
import { toMediaAddress } from './media-address.ts'

const exampleLine = '{"file": "cat.gif", "title": "A cat"}'

/** Opens JSON lines, each with a `file` next to the list or a `url`, and the known details of the GIF. */
export async function openJsonLines(tree: FileTree, manifest: Manifest): Promise<ImportSource> {
  const { file } = manifest
  return {
    name: `${tree.name}: ${file.path}`,
    count: await countLines(await openTreeFile(file)),
    async *items(signal) {
      let number = 0
      for await (const line of readLines(await openTreeFile(file))) {
        signal.throwIfAborted()
        number++
        const item = await readItem(line, tree, manifest, `${basename(file.path)}:${number}`)
        if (item !== null) yield item
      }
    },
    close: () => tree.close(),
  }
}

async function readItem(
  line: Buffer,
  tree: FileTree,
  manifest: Manifest,
  name: string,
): Promise<ImportItem | RefusedItem | null> {
  try {
    const values = parseJsonLine(line, exampleLine)
    if (values === null) return null
    const { file, url } = values
    if ((file === undefined) === (url === undefined))
      throw new AppError('media_unsupported', { detail: 'lineNeedsFile' })
    const details = readImportDetails(values)
    if (file === undefined) {
      const address = toMediaAddress(textOf(url, 'url'))
      return { name: address, from: { kind: 'url', url: address }, details }
    }
    const path = textOf(file, 'file')
    const found = await findBeside(tree, manifest, path)
    return 'reason' in found ? { name, reason: found.reason } : { name: path, from: found.from, details }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { name, reason: error.text }
  }
}

/** Reads a line's details of its GIF, checking their types; null counts as missing. Throws a sentence. */
export function readImportDetails(values: Record<string, unknown>): ImportDetails {
  const details: ImportDetails = {}
  for (const key of ['title', 'alt', 'category', 'rating', 'visibility', 'owner', 'code'] as const) {
    const value = values[key] ?? undefined
    if (value !== undefined) details[key] = textOf(value, key)
  }
  const { tags, created_at: createdAt, uses } = values
  if (tags !== undefined && tags !== null) {
    if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string'))
      throw new AppError('media_unsupported', { detail: 'importTags' })
    details.tags = tags
  }
  if (createdAt !== undefined && createdAt !== null) details.createdAt = timeOf(createdAt)
  if (uses !== undefined && uses !== null) {
    if (typeof uses !== 'number') throw new AppError('media_unsupported', { detail: 'importUsesWhole' })
    details.uses = uses
  }
  return details
}

function textOf(value: unknown, key: string): string {
  if (typeof value === 'string') return value
  throw new AppError('media_unsupported', { detail: 'importString', key })
}

/** Parses a time given as seconds since 1970 or as ISO 8601. */
function timeOf(value: unknown): number {
  const ms = typeof value === 'number' ? value * 1000 : Date.parse(typeof value === 'string' ? value : '')
  if (Number.isFinite(ms)) return Math.round(ms)
  throw new AppError('media_unsupported', { detail: 'importTimeShape' })
}
