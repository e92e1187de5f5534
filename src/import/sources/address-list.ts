import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { countLines, decodeLine, readLines } from '../../lib/text/json-lines.ts'
import type { ImportSource } from '../import-item.ts'

/** A text file with an address in each line. Empty lines and those that begin with # are skipped. */
export async function openAddressList(path: string): Promise<ImportSource> {
  return {
    name: path,
    count: await countLines(createReadStream(path)),
    async *items(signal) {
      let number = 0
      for await (const line of readLines(createReadStream(path))) {
        signal.throwIfAborted()
        number++
        const text = readAddress(line)
        if (text === '') continue
        yield text === null || !isAddress(text)
          ? {
              name: `${basename(path)}:${number}`,
              reason: 'A line must be an address that begins with https://.',
            }
          : { name: text, from: { kind: 'url', url: text }, details: {} }
      }
    },
    close: () => Promise.resolve(),
  }
}

/** Whether a line is an address; `check` of the source fetcher says whether it may be fetched. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text)
}

/** Empty for a line without one; null for one that is no text. */
function readAddress(line: Buffer): string | null {
  try {
    const text = decodeLine(line).trim()
    return text.startsWith('#') ? '' : text
  } catch {
    return null
  }
}
