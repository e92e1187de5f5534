import { LRUCache } from 'lru-cache'
import { stemOf } from '../text/stems.ts'
import { AddedTerms, type FormKey } from './added-terms.ts'
import { unitsOf } from './distance.ts'
import { sharedWords } from './shared-arrays.ts'
import { buildSpellingIndex, type SpellingIndex, SpellingLookup } from './spelling-index.ts'
import { editsAllowed, isSpelled } from './spelling-rules.ts'
import { buildStemGroups, findGroup, type StemGroups } from './stem-groups.ts'
import { buildTermTable, findPrefix, findTerm, readTerm, type TermTable } from './term-table.ts'

/** The most terms there can be: titles of random letters must not take all memory. About 60 bytes each. */
export const maxTerms = 1_000_000

/** The most terms that `near` gives. */
export const maxNearTerms = 16

/** Words whose near terms are remembered. */
const rememberedWords = 4096
/** After so many changes of frequencies the order of remembered near terms may be wrong. */
const maxChanges = 1024

/** A term that a typed word may stand for. */
export type NearTerm = {
  id: number
  /** Weighted distance, 1 to 255; an edit costs about 32. */
  cost: number
}

/** The terms that a worker has put in order. All arrays lie in shared memory. */
export type VocabularyImage = TermTable &
  StemGroups &
  SpellingIndex & {
    /** id → documents that had the term when the image was built. */
    frequencies: Uint32Array<SharedArrayBuffer>
  }

/** A vocabulary at one moment, to be given to a worker. */
export type VocabularySnapshot = {
  base: VocabularyImage
  /** Terms with the ids after those of the base. */
  added: string[]
  /** id → documents that have the term. */
  frequencies: Uint32Array
}

/** Puts all terms of a snapshot in order anew; they keep their ids. Takes seconds at 1 M terms: call it in a worker. */
export function foldVocabulary({ base, added, frequencies }: VocabularySnapshot): VocabularyImage {
  const text = Buffer.from(base.bytes.buffer)
  const terms = Array.from({ length: base.positions.length }, (_, id) => readTerm(text, base.offsets, id))
  return buildVocabulary(terms.concat(added), frequencies)
}

/** Builds an image of terms whose ids are their places in `terms`, and of how many documents have each. */
export function buildVocabulary(terms: readonly string[], frequencies: Uint32Array): VocabularyImage {
  const shared = sharedWords(terms.length)
  shared.set(frequencies.subarray(0, terms.length))
  const spelling = buildSpellingIndex(terms, frequencies)
  return Object.assign(buildTermTable(terms), buildStemGroups(terms), spelling, { frequencies: shared })
}

/**
 * All words that documents have or had. A term's id is its order of arrival and never changes. The base lies in shared
 * memory, in the order that a worker gave it; terms that came since are in small maps until the next base takes them over.
 */
export class Vocabulary {
  #base: VocabularyImage
  #text: Buffer
  #spelling: SpellingLookup
  #added: AddedTerms
  #frequencies: Uint32Array
  readonly #maxTerms: number
  readonly #remembered = new LRUCache<string, readonly NearTerm[]>({ max: rememberedWords })
  #changes = 0

  constructor(image = buildVocabulary([], new Uint32Array()), limits: { maxTerms?: number } = {}) {
    this.#base = image
    this.#text = Buffer.from(image.bytes.buffer)
    this.#spelling = new SpellingLookup(image)
    this.#added = new AddedTerms(image.positions.length)
    this.#frequencies = Uint32Array.from(image.frequencies)
    this.#maxTerms = limits.maxTerms ?? maxTerms
  }

  /** The vocabulary that a snapshot was taken of. */
  static fromSnapshot({ base, added, frequencies }: VocabularySnapshot): Vocabulary {
    const vocabulary = new Vocabulary(base)
    for (const term of added) vocabulary.#append(term)
    vocabulary.#frequencies.set(frequencies)
    return vocabulary
  }

  /** The vocabulary as it is now; later changes do not touch it. Costs a copy of 4 bytes per term. */
  snapshot(): VocabularySnapshot {
    return {
      base: this.#base,
      added: [...this.#added.terms],
      frequencies: this.#frequencies.slice(0, this.size),
    }
  }

  /** Takes over what a worker made of a snapshot of this vocabulary. Terms added and counted since stay. */
  replaceBase(image: VocabularyImage): void {
    const newer = this.#added.terms.slice(image.positions.length - this.#added.firstId)
    this.#base = image
    this.#text = Buffer.from(image.bytes.buffer)
    this.#spelling = new SpellingLookup(image)
    this.#added = new AddedTerms(image.positions.length)
    for (const term of newer) this.#append(term)
    this.#remembered.clear()
  }

  /** Ids are below it. */
  get size(): number {
    return this.#added.firstId + this.#added.terms.length
  }

  /** True: `add` refuses new terms. */
  get full(): boolean {
    return this.size >= this.#maxTerms
  }

  /** The id of a folded token, or -1. */
  idOf(token: string): number {
    return this.#added.idOf(token) ?? findTerm(this.#base, token)
  }

  /** The id of a folded token, which becomes a term if it is none yet; -1 when the vocabulary is full. */
  add(token: string): number {
    const id = this.idOf(token)
    if (id >= 0) return id
    return this.full ? -1 : this.#append(token)
  }

  #append(token: string): number {
    const stem = stemOf(token)
    const id = this.#added.add(token, stem === undefined ? undefined : this.#formKey(stem))
    if (id >= this.#frequencies.length) {
      const longer = new Uint32Array(Math.max(1024, Math.ceil(id * 1.5)))
      longer.set(this.#frequencies)
      this.#frequencies = longer
    }
    return id
  }

  /** The term with an id below `size`. */
  termOf(id: number): string {
    const { firstId, terms } = this.#added
    return id < firstId ? readTerm(this.#text, this.#base.offsets, id) : (terms[id - firstId] ?? '')
  }

  /** Ids of all terms with the stem of a token, its own among them if it is a term. A token without a stem has its own only. */
  formsOf(token: string): ArrayLike<number> {
    const id = this.idOf(token)
    const key = id < 0 ? this.#unknownFormKey(token) : this.#knownFormKey(id)
    if (key === undefined) return id < 0 ? [] : [id]
    const added = this.#added.formsOf(key)
    if (typeof key === 'string') return added
    const { memberStarts, members } = this.#base
    const forms = members.subarray(memberStarts[key], memberStarts[key + 1])
    return added.length === 0 ? forms : [...forms, ...added]
  }

  #knownFormKey(id: number): FormKey | undefined {
    if (id >= this.#added.firstId) return this.#added.keyOf(id)
    const group = this.#base.groups[id] ?? 0
    return group === 0 ? undefined : group - 1
  }

  #unknownFormKey(token: string): FormKey | undefined {
    const stem = stemOf(token)
    return stem === undefined ? undefined : this.#formKey(stem)
  }

  #formKey(stem: string): FormKey {
    const group = findGroup(this.#base, stem, (id) => readTerm(this.#text, this.#base.offsets, id))
    return group < 0 ? stem : group
  }

  /** The terms that begin with a prefix: those of the base at positions from `from` to before `to`, and newer ones by id. */
  prefixRange(prefix: string): { from: number; to: number; added: number[] } {
    return Object.assign(findPrefix(this.#base, prefix), { added: this.#added.withPrefix(prefix) })
  }

  /** Position → id, in the order of the terms' code points. Terms of the base only. */
  get sorted(): Uint32Array {
    return this.#base.sorted
  }

  /** The position of a term in `sorted`; -1 for those added since the base was built. */
  positionOf(id: number): number {
    return this.#base.positions[id] ?? -1
  }

  /** How many documents have the term. */
  frequency(id: number): number {
    return this.#frequencies[id] ?? 0
  }

  /** Counts `change` more documents (fewer, where it is negative) that have the term. */
  countDocuments(id: number, change: number): void {
    const before = this.frequency(id)
    const after = Math.max(0, before + change)
    this.#frequencies[id] = after
    if (before === 0 || after === 0 || ++this.#changes >= maxChanges) {
      this.#remembered.clear()
      this.#changes = 0
    }
  }

  /**
   * Terms that a word may have been typed for, at most `maxNearTerms`: the nearest first, of those the most frequent. Words of
   * 3 letters may have one edit, from 7 on (or 6, if the term has 7) `maxEdits`; shorter ones, numbers and emoji none. Only terms that a document
   * has; never the word itself. The answer is shared with later callers.
   */
  near(token: string, maxEdits: 1 | 2): readonly NearTerm[] {
    if (!isSpelled(token)) return []
    const edits = editsAllowed(token.length, maxEdits)
    const key = `${edits}${token}`
    const remembered = this.#remembered.get(key)
    if (remembered !== undefined) return remembered
    const found = this.#findNear(token, edits)
    this.#remembered.set(key, found)
    return found
  }

  #findNear(token: string, edits: 1 | 2): NearTerm[] {
    const typed = unitsOf(token)
    const found: NearTerm[] = []
    const visit = (id: number, cost: number) => {
      if (this.frequency(id) > 0) found.push({ id, cost })
    }
    this.#spelling.find(typed, edits, visit)
    this.#added.findNear(typed, edits, visit)
    const order = (a: NearTerm, b: NearTerm) =>
      a.cost - b.cost || this.frequency(b.id) - this.frequency(a.id) || a.id - b.id
    return found.toSorted(order).slice(0, maxNearTerms)
  }
}
