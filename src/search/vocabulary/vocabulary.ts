import { LRUCache } from 'lru-cache'
import { stemOf } from '../text/stems.ts'
import { AddedTerms, type FormKey } from './added-terms.ts'
import { unitsOf } from './distance.ts'
import { buildVocabulary, type VocabularyImage, type VocabularySnapshot } from './fold-vocabulary.ts'
import { SpellingLookup } from './spelling-index.ts'
import { editsAllowed, isSpelled } from './spelling-rules.ts'
import { findGroup } from './stem-groups.ts'
import { findPrefix, findTerm, hasTerm, readTerm } from './term-table.ts'

export { foldVocabulary, type VocabularyImage, type VocabularySnapshot } from './fold-vocabulary.ts'

/** The most terms there can be: titles of random letters must not take all memory. About 60 bytes each. */
export const maxTerms = 1_000_000

/** The most terms that `near` returns. */
export const maxNearTerms = 16

/** The number of words whose near terms are remembered. */
const rememberedWords = 4096
/** After this many changes of frequencies, the order of remembered near terms may be wrong. */
const maxChanges = 1024

/** A term that a typed word may stand for. */
export type NearTerm = {
  id: number
  /** Weighted distance, 1 to 255; an edit costs about 32. */
  cost: number
}

/**
 * The words of documents, including words that no document has any more until the next base forgets them. A term keeps
 * its id until it is forgotten; later another term gets the id. The base is in shared memory, in the order set by a
 * worker; newer terms are in small maps until the next base includes them.
 */
export class Vocabulary {
  #base: VocabularyImage
  #text: Buffer
  #spelling: SpellingLookup
  #added: AddedTerms
  #frequencies: Uint32Array
  readonly #maxTerms: number
  /** A limit that all ids are below. */
  #size: number
  /** The base's free ids before this index are taken. */
  #nextFree = 0
  /** The number of terms that no document has. */
  #unused = 0
  #kept: ReadonlySet<number> = new Set()
  readonly #remembered = new LRUCache<string, readonly NearTerm[]>({ max: rememberedWords })
  #changes = 0

  constructor(
    image = buildVocabulary([], new Uint32Array()),
    limits: { maxTerms?: number | undefined } = {},
  ) {
    this.#base = image
    this.#text = Buffer.from(image.bytes.buffer)
    this.#spelling = new SpellingLookup(image)
    this.#added = new AddedTerms()
    this.#size = image.positions.length
    this.#frequencies = Uint32Array.from(image.frequencies)
    this.#maxTerms = limits.maxTerms ?? maxTerms
    this.#countUnused()
  }

  /** Returns the vocabulary of a snapshot. */
  static fromSnapshot(
    { base, added, addedIds, frequencies }: VocabularySnapshot,
    limits: { maxTerms?: number | undefined } = {},
  ): Vocabulary {
    const vocabulary = new Vocabulary(base, limits)
    for (const [place, term] of added.entries()) vocabulary.#append(addedIds[place] ?? 0, term)
    vocabulary.#frequencies.set(frequencies)
    vocabulary.#countUnused()
    return vocabulary
  }

  #countUnused(): void {
    this.#unused = this.termCount
    for (const frequency of this.#frequencies) if (frequency > 0) this.#unused -= 1
  }

  /** Returns a snapshot, which later changes do not affect. Costs a copy of 4 bytes per term. */
  snapshot(): VocabularySnapshot {
    return {
      base: this.#base,
      added: [...this.#added.terms],
      addedIds: Uint32Array.from(this.#added.ids),
      frequencies: this.#frequencies.slice(0, this.#size),
      kept: Uint32Array.from(this.#kept),
    }
  }

  /**
   * Replaces the base with an image that a worker built from a snapshot of this vocabulary. Terms added and counted
   * since then stay, as does a forgotten term that a document has again.
   */
  replaceBase(image: VocabularyImage): void {
    const needed = image.forgotten.filter((id) => this.frequency(id) > 0 || this.#kept.has(id))
    const newer = this.#added.ids.filter((id) => !hasTerm(image, id) && !includesNumber(image.forgotten, id))
    const stay = [...needed, ...newer].map((id) => ({ id, term: this.termOf(id) }))
    this.#unused -= image.forgotten.length - needed.length
    this.#base = image
    this.#text = Buffer.from(image.bytes.buffer)
    this.#spelling = new SpellingLookup(image)
    this.#added = new AddedTerms()
    this.#nextFree = 0
    for (const { id, term } of stay) this.#append(id, term)
    this.#remembered.clear()
  }

  /** A limit that all ids are below. */
  get size(): number {
    return this.#size
  }

  get termCount(): number {
    return this.#base.sorted.length + this.#added.terms.length
  }

  /** The number of terms added since the base was built. */
  get addedCount(): number {
    return this.#added.terms.length
  }

  /** The number of further terms that `add` accepts. */
  get room(): number {
    return Math.max(0, this.#maxTerms - this.termCount)
  }

  /** True if `add` refuses new terms. */
  get full(): boolean {
    return this.room === 0
  }

  /** The number of terms that the next base forgets: no document has them, and they are not kept. */
  get forgettable(): number {
    let count = this.#unused
    for (const id of this.#kept) if (this.frequency(id) === 0) count -= 1
    return count
  }

  /** Keeps these terms even if no document has them, instead of those of the last call. */
  keep(ids: Iterable<number>): void {
    this.#kept = new Set(ids)
  }

  /** Returns the id of a folded token, or -1. */
  idOf(token: string): number {
    return this.#added.idOf(token) ?? findTerm(this.#base, token)
  }

  /** Returns the id of a folded token, which becomes a term if it is new; -1 when the vocabulary is full. */
  add(token: string): number {
    const id = this.idOf(token)
    if (id >= 0) return id
    if (this.full) return -1
    const taken = this.#takeId()
    this.#append(taken, token)
    this.#unused += 1
    return taken
  }

  /** Returns an unused id. */
  #takeId(): number {
    const { free } = this.#base
    while (this.#nextFree < free.length) {
      const id = free[this.#nextFree++] ?? 0
      // An added term may have taken it while the base was built.
      if (!this.#added.hasId(id)) return id
    }
    return this.#size
  }

  #append(id: number, token: string): void {
    const stem = stemOf(token)
    this.#added.add(id, token, stem === undefined ? undefined : this.#formKey(stem))
    this.#size = Math.max(this.#size, id + 1)
    if (id >= this.#frequencies.length) {
      const longer = new Uint32Array(Math.max(1024, Math.ceil(id * 1.5)))
      longer.set(this.#frequencies)
      this.#frequencies = longer
    }
  }

  /** Returns the term with an id; '' if it has none. */
  termOf(id: number): string {
    return hasTerm(this.#base, id) ? readTerm(this.#text, this.#base.offsets, id) : this.#added.termOf(id)
  }

  /**
   * Returns the ids of all terms with the stem of a token, including its own if it is a term. A token without a stem
   * has only its own.
   */
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
    if (!hasTerm(this.#base, id)) return this.#added.keyOf(id)
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

  /** Returns the terms that begin with a prefix: base ones at positions `from` up to `to`, newer ones by id. */
  prefixRange(prefix: string): { from: number; to: number; added: number[] } {
    return Object.assign(findPrefix(this.#base, prefix), { added: this.#added.withPrefix(prefix) })
  }

  /** Position → id, in the order of the terms' code points. Terms of the base only. */
  get sorted(): Uint32Array {
    return this.#base.sorted
  }

  /** Returns the position of a term in `sorted`; -1 for those added since the base was built. */
  positionOf(id: number): number {
    // As a signed number, the position of an id without a term is -1.
    return (this.#base.positions[id] ?? -1) | 0
  }

  /** Returns the number of documents that have the term. */
  frequency(id: number): number {
    return this.#frequencies[id] ?? 0
  }

  /** Adds `change`, which may be negative, to the number of documents that have the term. */
  countDocuments(id: number, change: number): void {
    const before = this.frequency(id)
    const after = Math.max(0, before + change)
    this.#frequencies[id] = after
    if (before === 0) this.#unused -= after > 0 ? 1 : 0
    else if (after === 0) this.#unused += 1
    if (before === 0 || after === 0 || ++this.#changes >= maxChanges) {
      this.#remembered.clear()
      this.#changes = 0
    }
  }

  /**
   * Returns terms that a word may have been meant as, at most `maxNearTerms`: the nearest first, then the most
   * frequent. Words of 3 letters may have one edit, from 7 on (or 6, if the term has 7) `maxEdits`; shorter ones,
   * numbers and emoji none. Only terms that a document has; never the word itself. The answer is shared with later
   * callers.
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

/** Returns true if an ascending list contains a number. */
function includesNumber(ascending: Uint32Array, wanted: number): boolean {
  let from = 0
  let to = ascending.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((ascending[middle] ?? 0) < wanted) from = middle + 1
    else to = middle
  }
  return ascending[from] === wanted
}
