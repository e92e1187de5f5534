import { createReadStream } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { countLines, parseJsonLine, readLines } from '../../lib/text/json-lines.ts'
import type { ImportDetails, ImportItem, ImportSource, ItemBytes, RefusedItem } from '../import-item.ts'

/** What leads out of a folder, or names it. */
const notInside = new Set(['', '.', '..'])

const exampleLine = '{"file": "cat.gif", "title": "A cat"}'

/** A file of JSON lines, each with a `file` below the folder of that file, or a `url`, and what is known of the GIF. */
export async function openJsonLines(path: string): Promise<ImportSource> {
  const folder = await realpath(dirname(path))
  return {
    name: path,
    count: await countLines(createReadStream(path)),
    async *items(signal) {
      let number = 0
      for await (const line of readLines(createReadStream(path))) {
        signal.throwIfAborted()
        number++
        const item = await readItem(line, folder, `${basename(path)}:${number}`)
        if (item !== null) yield item
      }
    },
    close: () => Promise.resolve(),
  }
}

async function readItem(
  line: Buffer,
  folder: string,
  name: string,
): Promise<ImportItem | RefusedItem | null> {
  try {
    const values = parseJsonLine(line, exampleLine)
    if (values === null) return null
    const { file, url } = values
    if ((file === undefined) === (url === undefined)) throw new Error('a line must have a `file` or a `url`.')
    const details = readImportDetails(values)
    if (file === undefined) {
      const address = textOf(url, 'url')
      return { name: address, from: { kind: 'url', url: address }, details }
    }
    const path = textOf(file, 'file')
    return { name: path, from: await fileBelow(folder, path), details }
  } catch (error) {
    return { name, reason: sentence(error) }
  }
}

/** What a line says of its GIF, in the types that it must have; null is as if it were left out. Throws a sentence. */
export function readImportDetails(values: Record<string, unknown>): ImportDetails {
  const details: ImportDetails = {}
  for (const key of ['title', 'alt', 'category', 'rating', 'visibility', 'owner', 'code'] as const) {
    const value = values[key] ?? undefined
    if (value !== undefined) details[key] = textOf(value, key)
  }
  const { tags, created_at: createdAt, uses } = values
  if (tags !== undefined && tags !== null) {
    if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string'))
      throw new Error('`tags` must be a list of strings.')
    details.tags = tags
  }
  if (createdAt !== undefined && createdAt !== null) details.createdAt = timeOf(createdAt)
  if (uses !== undefined && uses !== null) {
    if (typeof uses !== 'number') throw new Error('`uses` must be a whole number.')
    details.uses = uses
  }
  return details
}

/** A path below `folder`, which is a real path. Throws a sentence for one that leads out of it or over a link. */
async function fileBelow(folder: string, path: string): Promise<ItemBytes> {
  const parts = path.split('/')
  if (isAbsolute(path) || path.includes('\0') || parts.some((part) => notInside.has(part)))
    throw new Error('`file` must be a path below the folder of this file.')
  const whole = join(folder, path)
  const real = await realpath(whole).catch(() => null)
  if (real === null) throw new Error('there is no such file.')
  if (real !== whole) throw new Error('links are not followed.')
  return { kind: 'file', path: whole }
}

function textOf(value: unknown, key: string): string {
  if (typeof value === 'string') return value
  throw new Error(`\`${key}\` must be a string.`)
}

/** A time as a number of seconds since 1970, or as ISO 8601. */
function timeOf(value: unknown): number {
  const ms = typeof value === 'number' ? value * 1000 : Date.parse(typeof value === 'string' ? value : '')
  if (Number.isFinite(ms)) return Math.round(ms)
  throw new Error('`created_at` must be a time such as "2024-05-01T12:00:00Z".')
}

function sentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.charAt(0).toUpperCase() + message.slice(1)
}
