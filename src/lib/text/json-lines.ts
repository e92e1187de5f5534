import { AppError } from '../app-error.ts'
import { isUtf8 } from 'node:buffer'

/** The longest line to read. The longest texts of a GIF take less, even if every character is escaped. */
export const maxLineBytes = 2 ** 16

const newline = 0x0a
const byteOrderMark = '\ufeff'

/**
 * Splits at line feeds. A line longer than `maxLineBytes` yields its start, as soon as it exceeds the limit; the rest
 * is skipped.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let isSkipping = false
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      const part = chunk.subarray(from, end)
      if (!isSkipping) yield rest.length === 0 ? part : Buffer.concat([rest, part])
      isSkipping = false
      rest = Buffer.alloc(0)
      from = end + 1
    }
    if (isSkipping) continue
    rest = Buffer.concat([rest, chunk.subarray(from)])
    if (rest.length <= maxLineBytes) continue
    yield rest
    isSkipping = true
    rest = Buffer.alloc(0)
  }
  if (rest.length > 0) yield rest
}

/** Counts the lines of a file, including empty ones. */
export async function countLines(chunks: AsyncIterable<Buffer>): Promise<number> {
  let count = 0
  let last: number | undefined = newline
  for await (const chunk of chunks) {
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) count++
    last = chunk.at(-1)
  }
  return last === newline ? count : count + 1
}

/**
 * Returns the text of a line, without the byte order mark that some files begin with. Throws AppError
 * media_unsupported.
 */
export function decodeLine(line: Buffer): string {
  if (line.length > maxLineBytes)
    throw new AppError('media_unsupported', { detail: 'lineTooLong', max: maxLineBytes })
  if (!isUtf8(line)) throw new AppError('media_unsupported', { detail: 'lineNotUtf8' })
  const text = line.toString()
  return text.startsWith(byteOrderMark) ? text.slice(1) : text
}

/** Parses a line as an object; returns null for an empty line. Throws a sentence with the example. */
export function parseJsonLine(line: Buffer, example: string): Record<string, unknown> | null {
  const json = decodeLine(line)
  if (json.trim() === '') return null
  const value = parseJson(json)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('media_unsupported', { detail: 'lineNotObject', example })
  return value as Record<string, unknown>
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Yields the text of a JSON list, one part per page of values. */
export async function* jsonList(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const page of pages) {
    if (page.length === 0) continue
    yield before + page.map((value) => JSON.stringify(value, null, 2)).join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
