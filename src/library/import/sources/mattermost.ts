import { AppError } from '../../../lib/app-error.ts'
import { maxLineBytes, parseJsonLine, readLines } from '../../../lib/text/json-lines.ts'
import type { ImportItem, ImportSource, RefusedItem } from '../import-item.ts'
import { type FileTree, openTreeFile } from './file-tree.ts'
import { findBeside, isRecord, type Manifest, textAt } from './manifest.ts'
import { emojiDetails } from './slack.ts'

/**
 * Custom emoji in a bulk export of Mattermost (docs.mattermost.com, bulk export tool; `mmctl export create`): JSON
 * lines that begin with `{"type":"version"}`, of which `{"type":"emoji","emoji":{"name","image"}}` are read. The path
 * of the image is relative to the list (`exported_emoji/ID/image`), or to the folder `data` in an archive
 * (app/export.go).
 */
export async function openMattermostExport(tree: FileTree, manifest: Manifest): Promise<ImportSource> {
  return {
    name: `${tree.name}: ${manifest.file.path}`,
    count: null,
    async *items(signal) {
      for await (const line of readLines(await openTreeFile(manifest.file))) {
        signal.throwIfAborted()
        if (!emojiLine.test(line.toString('latin1', 0, 40))) continue
        yield await readEmojiLine(tree, manifest, line)
      }
    },
    close: () => tree.close(),
  }
}

export function isMattermostExport({ head }: Manifest): boolean {
  return /^\s*\{\s*"type"\s*:\s*"version"\s*,\s*"version"\s*:\s*\d/.test(head)
}

const emojiLine = /^\s*\{\s*"type"\s*:\s*"emoji"/
const example = '{"type":"emoji","emoji":{"name":"party","image":"emoji/ID/image"}}'

async function readEmojiLine(
  tree: FileTree,
  manifest: Manifest,
  line: Buffer,
): Promise<ImportItem | RefusedItem> {
  try {
    const emoji = parseJsonLine(line.subarray(0, maxLineBytes + 1), example)?.['emoji']
    const name = isRecord(emoji) ? textAt(emoji, 'name') : undefined
    const image = isRecord(emoji) ? textAt(emoji, 'image') : undefined
    if (name === undefined || image === undefined)
      throw new AppError('media_unsupported', { detail: 'listLineShape', example })
    for (const path of [image, `data/${image}`]) {
      const found = await findBeside(tree, manifest, path)
      if ('from' in found) return { name, from: found.from, details: emojiDetails(name, []) }
    }
    return { name, reason: { detail: 'noFileOfAttachment' } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { name: 'an emoji', reason: error.text }
  }
}
