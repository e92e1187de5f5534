import type { StoredRecord } from '../../catalogue/record-source.ts'

/**
 * The JSON of a record: `head`, then its parts separated by commas, then `tail`. A response has all parts or some, by
 * their numbers from 0; an empty part is left out of every response.
 */
export type RecordPieces = { head: string; parts?: readonly string[]; tail?: string }

/** Writes the record of a GIF for one kind of response. */
export type RecordWriter = (record: StoredRecord) => RecordPieces

/** The same as bytes: all of them together are the JSON with all parts. */
export type PackedRecord = {
  bytes: Buffer
  start: number
  length: number
  /** The number of parts. */
  parts: number
  /**
   * From `table` on, the start of each part, relative to `start`, and that of one after the last. An empty part starts
   * where the next one does; any other part ends one comma before.
   */
  words: Uint32Array
  table: number
}

/** The maximum number of parts of a record. */
export const maxParts = 4095

const comma = 0x2c
const noWords = new Uint32Array()

/** The pieces as bytes. */
export function packRecord({ head, parts = [], tail = '' }: RecordPieces): PackedRecord {
  if (parts.length > maxParts) throw new RangeError(`a record has at most ${maxParts} parts`)
  const present = parts.filter((part) => part !== '')
  const json = head + present.join(',') + tail
  const bytes = Buffer.from(json)
  const record = { bytes, start: 0, length: bytes.length, parts: parts.length, words: noWords, table: 0 }
  if (parts.length === 0) return record
  const words = new Uint32Array(parts.length + 1)
  // Most records are ASCII, and counting the bytes of each part takes longer than everything else here.
  const isAscii = bytes.length === json.length
  const lengthOf = (text: string) => (isAscii ? text.length : Buffer.byteLength(text))
  let at = lengthOf(head)
  for (const [index, part] of parts.entries()) {
    words[index] = at
    if (part !== '') at += lengthOf(part) + 1
  }
  words[parts.length] = at
  return { ...record, words }
}

/** The length in bytes of the JSON with these parts; unknown part numbers are ignored. All parts: undefined. */
export function lengthWith(record: PackedRecord, parts: readonly number[] | undefined): number {
  if (parts === undefined || record.parts === 0) return record.length
  let length = 0
  for (const part of parts) length += spanOf(record, part)
  if (length > 0) length--
  return startOf(record, 0) + length + (record.length - tailStart(record))
}

/** Copies the JSON with these parts, in order, to `target` at `at`; returns the position after it. */
export function copyWith(
  record: PackedRecord,
  parts: readonly number[] | undefined,
  target: Buffer,
  at: number,
): number {
  const { bytes, start, length } = record
  if (parts === undefined || record.parts === 0) return at + bytes.copy(target, at, start, start + length)
  const headEnd = start + startOf(record, 0)
  const first = at + bytes.copy(target, at, start, headEnd)
  let end = first
  for (const part of parts) {
    const span = spanOf(record, part)
    if (span === 0) continue
    if (end > first) target[end++] = comma
    const partStart = start + startOf(record, part)
    end += bytes.copy(target, end, partStart, partStart + span - 1)
  }
  return end + bytes.copy(target, end, start + tailStart(record), start + length)
}

function startOf({ words, table }: PackedRecord, part: number): number {
  return words[table + part] ?? 0
}

/** The length of a part with a comma after it; 0 if it is empty or missing. */
function spanOf(record: PackedRecord, part: number): number {
  return part < record.parts ? startOf(record, part + 1) - startOf(record, part) : 0
}

function tailStart(record: PackedRecord): number {
  const end = startOf(record, record.parts)
  return end > startOf(record, 0) ? end - 1 : end
}
