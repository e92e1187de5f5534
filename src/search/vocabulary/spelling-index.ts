import { buildDeletionIndex, type DeletionIndex, DeletionLookup } from './deletion-index.ts'
import { type Units, weightedDistance } from './distance.ts'
import { sharedHalves, sharedWords } from './shared-arrays.ts'
import { editsBetween, isSpelled, minTwoEditLength } from './spelling-rules.ts'

/** The most terms of the base to look up as spellings: the most frequent ones. At most `maxIndexedWords`. */
export const maxSpellingTerms = 200_000

/** Shorter terms are more than two edits from any word that may have two: one of six letters only from longer terms. */
const twoDeletionsLength = minTwoEditLength - 1

/** The spellings of the most frequent terms, which are numbered by frequency here, the most frequent 0. */
export type SpellingIndex = DeletionIndex & {
  /** Number → id. */
  spelledIds: Uint32Array<SharedArrayBuffer>
  /** Number → where its UTF-16 units begin (terms + 1). */
  spelledStarts: Uint32Array<SharedArrayBuffer>
  spelledUnits: Uint16Array<SharedArrayBuffer>
}

/** Indexes the most frequent of the terms that can be misspelled. A term's id is its place in `terms`. */
export function buildSpellingIndex(
  terms: readonly string[],
  frequencies: Uint32Array,
  most = maxSpellingTerms,
): SpellingIndex {
  const spelledIds = mostFrequent(terms, frequencies, most)
  const { spelledStarts, spelledUnits } = listUnits(terms, spelledIds)
  const buckets = buildDeletionIndex(spelledIds.length, (number) => {
    const word = wordOf(spelledStarts, spelledUnits, number)
    return { word, deletions: word.length < twoDeletionsLength ? 1 : 2 }
  })
  return Object.assign(buckets, { spelledIds, spelledStarts, spelledUnits })
}

/** Returns ids of the terms that can be misspelled, most frequent first. */
function mostFrequent(
  terms: readonly string[],
  frequencies: Uint32Array,
  most: number,
): Uint32Array<SharedArrayBuffer> {
  const ids = [...terms.keys()].filter((id) => isSpelled(terms[id] ?? ''))
  ids.sort((a, b) => (frequencies[b] ?? 0) - (frequencies[a] ?? 0) || a - b)
  const shared = sharedWords(Math.min(ids.length, most))
  shared.set(ids.slice(0, most))
  return shared
}

function listUnits(
  terms: readonly string[],
  ids: Uint32Array,
): Pick<SpellingIndex, 'spelledStarts' | 'spelledUnits'> {
  const spelledStarts = sharedWords(ids.length + 1)
  for (const [number, id] of ids.entries()) {
    spelledStarts[number + 1] = (spelledStarts[number] ?? 0) + (terms[id] ?? '').length
  }
  const spelledUnits = sharedHalves(spelledStarts[ids.length] ?? 0)
  for (const [number, id] of ids.entries()) {
    const term = terms[id] ?? ''
    for (let at = 0; at < term.length; at++)
      spelledUnits[(spelledStarts[number] ?? 0) + at] = term.charCodeAt(at)
  }
  return { spelledStarts, spelledUnits }
}

function wordOf(starts: Uint32Array, units: Uint16Array, number: number): Units {
  const start = starts[number] ?? 0
  return { units, start, length: (starts[number + 1] ?? 0) - start }
}

/** Finds the terms of a spelling index near to typed words. */
export class SpellingLookup {
  readonly #index: SpellingIndex
  readonly #lookup: DeletionLookup

  constructor(index: SpellingIndex) {
    this.#index = index
    this.#lookup = new DeletionLookup(index, index.spelledIds.length)
  }

  /** Calls `visit` for each term that is at most `edits` edits from the typed word and is not the word, in no order. */
  find(typed: Units, edits: 1 | 2, visit: (id: number, cost: number) => void): void {
    const { spelledIds, spelledStarts, spelledUnits } = this.#index
    this.#lookup.find(typed, edits, (number) => {
      const term = wordOf(spelledStarts, spelledUnits, number)
      const cost = weightedDistance(typed, term, editsBetween(typed.length, term.length, edits))
      if (cost > 0) visit(spelledIds[number] ?? 0, cost)
    })
  }
}
