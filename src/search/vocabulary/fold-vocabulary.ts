import { sharedWords } from './shared-arrays.ts'
import { buildSpellingIndex, type SpellingIndex } from './spelling-index.ts'
import { buildStemGroups, type StemGroups } from './stem-groups.ts'
import { buildTermTable, readTerm, type TermTable } from './term-table.ts'

type Ids = Uint32Array<SharedArrayBuffer>

/** The terms that a worker has put in order. Ids below `positions.length` may be without a term. All arrays lie in shared memory. */
export type VocabularyImage = TermTable &
  StemGroups &
  SpellingIndex & {
    /** id → documents that had the term when the image was built. */
    frequencies: Ids
    /** Ids that new terms take, ascending. */
    free: Ids
    /** Ids of the terms that this image forgot, ascending. The next image frees them: queries under way still know them. */
    forgotten: Ids
  }

/** A vocabulary at one moment, to be given to a worker. */
export type VocabularySnapshot = {
  base: VocabularyImage
  /** Terms that the base does not have, and their ids in the same order. */
  added: string[]
  addedIds: Uint32Array
  /** id → documents that have the term. */
  frequencies: Uint32Array
  /** Ids of terms that are kept though no document may have them. */
  kept: Uint32Array
}

/** All ids of a snapshot are below it. */
export function idLimitOf({ base, addedIds }: Pick<VocabularySnapshot, 'base' | 'addedIds'>): number {
  return addedIds.reduce((limit, id) => Math.max(limit, id + 1), base.positions.length)
}

/**
 * Puts the terms of a snapshot in order anew, under their ids, without those that no document has and that are not kept.
 * Takes seconds at 1 M terms: call it in a worker.
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
 * Builds an image of terms whose ids are their places in `terms`, and of how many documents have each. '' is no term: its id
 * is free, unless it is among those of the terms that were forgotten just now.
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
