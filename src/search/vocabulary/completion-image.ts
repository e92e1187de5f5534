import { type CompletionKind, completionKinds } from './completion-keys.ts'
import { buildDeletionIndex, type DeletionIndex, maxIndexedWords } from './deletion-index.ts'
import { unitsOf } from './distance.ts'
import { sharedBytes, sharedWords } from './shared-arrays.ts'
import { buildTermTable, type TermTable } from './term-table.ts'

/** Beginnings of keys with these lengths (UTF-16 units) are found even with a typo in them. */
export const beginningLengths = { min: 3, max: 6 }

/** A key with the number of documents that have it; `text` is shown instead of the key. */
export type CompletionEntry = { key: string; kind: CompletionKind; text: string | undefined; count: number }

/**
 * Completions in shared memory. Their keys are a table of terms; everything else is indexed by the key's position in
 * it. Beginnings are the distinct first letters of keys, numbered by the largest count among the keys that have them.
 */
export type CompletionImage = TermTable &
  DeletionIndex & {
    /** Position → index in `completionKinds`. */
    kinds: Uint8Array<SharedArrayBuffer>
    counts: Uint32Array<SharedArrayBuffer>
    /** Positions, ascending, of the keys with a different displayed text. */
    shownPositions: Uint32Array<SharedArrayBuffer>
    /** The displayed text of each, as UTF-8, and where each begins (+ 1). */
    shownBytes: Uint8Array<SharedArrayBuffer>
    shownOffsets: Uint32Array<SharedArrayBuffer>
    /** Beginning → its keys, from the first position up to the second, exclusive, and its length. */
    beginningStarts: Uint32Array<SharedArrayBuffer>
    beginningEnds: Uint32Array<SharedArrayBuffer>
    beginningSizes: Uint8Array<SharedArrayBuffer>
  }

/** Builds the image of entries with distinct keys, in any order. */
export function buildCompletionImage(entries: readonly CompletionEntry[]): CompletionImage {
  // Keys that a search compares one after another are adjacent.
  const ordered = entries.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const table = buildTermTable(ordered.map(({ key }) => key))
  const sorted = Array.from(table.sorted, (id) => ordered[id]).filter((entry) => entry !== undefined)
  const kinds = sharedBytes(sorted.length)
  const counts = sharedWords(sorted.length)
  for (const [position, { kind, count }] of sorted.entries()) {
    kinds[position] = completionKinds.indexOf(kind)
    counts[position] = count
  }
  return Object.assign(table, { kinds, counts }, listShown(sorted), indexBeginnings(sorted))
}

function listShown(
  sorted: readonly CompletionEntry[],
): Pick<CompletionImage, 'shownPositions' | 'shownBytes' | 'shownOffsets'> {
  const shown = [...sorted.entries()].flatMap(([position, { key, text }]) =>
    text === undefined || text === key ? [] : [{ position, text: Buffer.from(text) }],
  )
  const shownPositions = sharedWords(shown.length)
  const shownOffsets = sharedWords(shown.length + 1)
  for (const [index, { position, text }] of shown.entries()) {
    shownPositions[index] = position
    shownOffsets[index + 1] = (shownOffsets[index] ?? 0) + text.length
  }
  const shownBytes = sharedBytes(shownOffsets[shown.length] ?? 0)
  for (const [index, { text }] of shown.entries()) shownBytes.set(text, shownOffsets[index])
  return { shownPositions, shownBytes, shownOffsets }
}

const plainBeginning = /^[\p{L}\p{M}\p{N} ]*$/u

function indexBeginnings(
  sorted: readonly CompletionEntry[],
): DeletionIndex & Pick<CompletionImage, 'beginningStarts' | 'beginningEnds' | 'beginningSizes'> {
  type Beginning = { text: string; start: number; end: number; count: number }
  const beginnings: Beginning[] = []
  /** By length: keys with the same beginning are adjacent. */
  const last: (Beginning | undefined)[] = []
  for (const [start, { key, count }] of sorted.entries()) {
    for (let size = beginningLengths.min; size <= Math.min(beginningLengths.max, key.length); size++) {
      const before = last[size]
      if (before !== undefined && key.startsWith(before.text)) {
        before.count = Math.max(before.count, count)
        before.end = start + 1
      } else {
        const beginning = { text: key.slice(0, size), start, end: start + 1, count }
        last[size] = beginning
        if (plainBeginning.test(beginning.text)) beginnings.push(beginning)
      }
    }
  }
  const indexed = beginnings.toSorted((a, b) => b.count - a.count).slice(0, maxIndexedWords)
  const beginningStarts = sharedWords(indexed.length)
  const beginningEnds = sharedWords(indexed.length)
  const beginningSizes = sharedBytes(indexed.length)
  for (const [number, { text, start, end }] of indexed.entries()) {
    beginningStarts[number] = start
    beginningEnds[number] = end
    beginningSizes[number] = text.length
  }
  const buckets = buildDeletionIndex(indexed.length, (number) => {
    return { word: unitsOf(indexed[number]?.text ?? ''), deletions: 1 }
  })
  return Object.assign(buckets, { beginningStarts, beginningEnds, beginningSizes })
}
