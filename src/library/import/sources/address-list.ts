import { basename } from 'node:path'
import { countLines, decodeLine, readLines } from '../../../lib/text/json-lines.ts'
import type { ImportDetails, ImportItem, ImportSource } from '../import-item.ts'
import { type FileTree, openTreeFile } from './file-tree.ts'
import type { Manifest } from './manifest.ts'
import { titleOfAddress, toMediaAddress } from './media-address.ts'

/** Opens a text file with an address in each line. Empty lines and those that begin with # are skipped. */
export async function openAddressList(tree: FileTree, { file }: Manifest): Promise<ImportSource> {
  return {
    name: file.path,
    count: await countLines(await openTreeFile(file)),
    async *items(signal) {
      let number = 0
      for await (const line of readLines(await openTreeFile(file))) {
        signal.throwIfAborted()
        number++
        const text = readAddress(line)
        if (text === '') continue
        yield text === null || !isAddress(text)
          ? {
              name: `${basename(file.path)}:${number}`,
              reason: { detail: 'listLineNotHttps' },
            }
          : addressItem(text)
      }
    },
    close: () => tree.close(),
  }
}

/** Returns the GIF at an address, or at the media address behind a page of Tenor or GIPHY. */
export function addressItem(address: string): ImportItem {
  const { details, otherwise } = addressEntry(address)
  return { name: address, from: { kind: 'url', url: otherwise.url }, details }
}

/** Returns the same entry as a list would, with the list's details. */
export function addressEntry(address: string, details: ImportDetails = {}) {
  const title = details.title ?? titleOfAddress(address)
  if (title !== undefined) details.title = title
  return { name: address, details, files: [], otherwise: { url: toMediaAddress(address) } }
}

/** Returns true if a line is an address; `check` of the source fetcher decides whether it may be fetched. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text)
}

/** Returns an empty string for a line without an address; null for a line that is not text. */
function readAddress(line: Buffer): string | null {
  try {
    const text = decodeLine(line).trim()
    return text.startsWith('#') ? '' : text
  } catch {
    return null
  }
}
