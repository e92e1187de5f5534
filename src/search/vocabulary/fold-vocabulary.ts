import { sharedWords } from './shared-arrays.ts'
import { buildSpellingIndex, type SpellingIndex } from './spelling-index.ts'
import { buildStemGroups, type StemGroups } from './stem-groups.ts'
import { buildTermTable, readTerm, type TermTable } from './term-table.ts'

type Ids = Uint32Array<SharedArrayBuffer>

/** The terms as sorted by a worker. Ids below `positions.length` may have no term. All arrays are in shared memory. */
export type VocabularyImage = TermTable &
  StemGroups &
  SpellingIndex & {
    /** Maps an id to the number of documents that had the term when the image was built. */
    frequencies: Ids
    /** Free ids for new terms, ascending. */
    free: Ids
    /**
     * Ids of the terms that this image forgot, ascending. The next image frees them, as running queries may use them.
     */
    forgotten: Ids
  }

/** The state of a vocabulary at one moment, to pass to a worker. */
export type VocabularySnapshot = {
  base: VocabularyImage
  /** Terms missing from the base, and their ids in the same order. */
  added: string[]
  addedIds: Uint32Array
  /** Maps an id to the number of documents with the term. */
  frequencies: Uint32Array
  /** Ids of terms that are kept even if no document has them. */
  kept: Uint32Array
}

/** Returns a limit that all ids of a snapshot are below. */
export function idLimitOf({ base, addedIds }: Pick<VocabularySnapshot, 'base' | 'addedIds'>): number {
  return addedIds.reduce((limit, id) => Math.max(limit, id + 1), base.positions.length)
}

/**
 * Sorts the terms of a snapshot again, keeping their ids, without unused terms that are not kept. Takes seconds at 1 M
 * terms: call it in a worker.
 */
export function foldVocabulary(snapshot: VocabularySnapshot): VocabularyImage {
  const { base, added, addedIds, frequencies, kept } = snapshot
  const text = Buffer.from(base.bytes.buffer)
  const terms = Array.from({ length: idLimitOf(snapshot) }, (_, id) =>
    id < base.positions.length ? readTerm(text, base.offsets, id) : '',
  )
  for (const [place, term] of added.entries()) terms[addedIds[place] ?? 0] = term
  const stays = new Set(kept)
  const forgotten: number[] = []
  for (const [id, term] of terms.entries()) {
    if (term === '' || (frequencies[id] ?? 0) > 0 || stays.has(id)) continue
    terms[id] = ''
    forgotten.push(id)
  }
  return buildVocabulary(terms, frequencies, forgotten)
}

/**
 * Builds an image of terms whose ids are their indexes in `terms`, and the number of documents with each. '' is not a
 * term: its id is free, unless that term was just forgotten.
 */
export function buildVocabulary(
  terms: readonly string[],
  frequencies: Uint32Array,
  forgotten: readonly number[] = [],
): VocabularyImage {
  const shared = sharedWords(terms.length)
  shared.set(frequencies.subarray(0, terms.length))
  const resting = new Set(forgotten)
  const free = [...terms.keys()].filter((id) => terms[id] === '' && !resting.has(id))
  return Object.assign(
    buildTermTable(terms),
    buildStemGroups(terms),
    buildSpellingIndex(terms, frequencies),
    { frequencies: shared, free: toIds(free), forgotten: toIds(forgotten) },
  )
}

function toIds(ids: readonly number[]): Ids {
  const shared = sharedWords(ids.length)
  shared.set(ids)
  return shared
}
