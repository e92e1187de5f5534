import { LRUCache } from 'lru-cache'
import { stemOf } from '../text/stems.ts'
import { unitsOf, weightedDistance } from './distance.ts'
import { editsAllowed, isSpelled, type NearTerm } from './spelling.ts'
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

/** The terms that a worker has put in order. All arrays lie in shared memory. */
export type VocabularyImage = TermTable &
  StemGroups & {
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

/** Orders all terms of a snapshot anew. Their ids stay. Takes a second or two at 1 M terms: call it in a worker. */
export function foldVocabulary(snapshot: VocabularySnapshot): VocabularyImage {
  const { base, added } = snapshot
  const terms = Array.from({ length: base.positions.length }, (_, id) => readTerm(base, id)).concat(added)
  return buildVocabulary(terms, snapshot.frequencies)
}

/** Builds an image of terms whose ids are their places in `terms`, and of how many documents have each. */
export function buildVocabulary(terms: readonly string[], frequencies: Uint32Array): VocabularyImage {
  const shared = new Uint32Array(new SharedArrayBuffer(4 * terms.length))
  shared.set(frequencies.subarray(0, terms.length))
  return Object.assign(buildTermTable(terms), buildStemGroups(terms), { frequencies: shared })
}

/**
 * All words that documents have or had. A term's id is its order of arrival and never changes. The base lies in shared
 * memory in the order that a worker gave it; terms that came since are in small maps until the next base takes them over.
 */
export class Vocabulary {
  #base: VocabularyImage
  #baseSize: number
  #added: string[] = []
  #addedIds = new Map<string, number>()
  /** Stem → ids of added terms. */
  #addedForms = new Map<string, number[]>()
  #frequencies: Uint32Array
  readonly #maxTerms: number
  readonly #near = new LRUCache<string, readonly NearTerm[]>({ max: rememberedWords })
  #changes = 0

  constructor(image = buildVocabulary([], new Uint32Array()), limits: { maxTerms?: number } = {}) {
    this.#base = image
    this.#baseSize = image.positions.length
    this.#frequencies = image.frequencies.slice()
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
    return { base: this.#base, added: [...this.#added], frequencies: this.#frequencies.slice(0, this.size) }
  }

  /** Takes over what a worker made of a snapshot of this vocabulary. Terms added and counted since stay. */
  replaceBase(image: VocabularyImage): void {
    const added = this.#added.slice(image.positions.length - this.#baseSize)
    this.#base = image
    this.#baseSize = image.positions.length
    this.#added = []
    this.#addedIds.clear()
    this.#addedForms.clear()
    for (const term of added) this.#append(term)
    this.#near.clear()
  }

  /** Ids are below it. */
  get size(): number {
    return this.#baseSize + this.#added.length
  }

  /** True: `add` refuses new terms. */
  get full(): boolean {
    return this.size >= this.#maxTerms
  }

  /** The id of a folded token, or -1. */
  idOf(token: string): number {
    return this.#addedIds.get(token) ?? findTerm(this.#base, token)
  }

  /** The id of a folded token, which becomes a term if it is none yet; -1 when the vocabulary is full. */
  add(token: string): number {
    const id = this.idOf(token)
    if (id >= 0) return id
    return this.full ? -1 : this.#append(token)
  }

  #append(token: string): number {
    const id = this.size
    this.#added.push(token)
    this.#addedIds.set(token, id)
    const stem = stemOf(token)
    if (stem !== undefined) this.#addedForms.set(stem, [...(this.#addedForms.get(stem) ?? []), id])
    if (id >= this.#frequencies.length) {
      const longer = new Uint32Array(Math.max(1024, Math.ceil(id * 1.5)))
      longer.set(this.#frequencies)
      this.#frequencies = longer
    }
    return id
  }

  /** The term with an id below `size`. */
  termOf(id: number): string {
    return id < this.#baseSize ? readTerm(this.#base, id) : (this.#added[id - this.#baseSize] ?? '')
  }

  /** Ids of all terms with the stem of a token, its own included if it is a term. No form of it: only its own, or none. */
  formsOf(token: string): ArrayLike<number> {
    const { groups, memberStarts, members } = this.#base
    const id = this.idOf(token)
    let group = id >= 0 && id < this.#baseSize ? (groups[id] ?? 0) - 1 : -1
    if (group >= 0 && this.#addedForms.size === 0) {
      return members.subarray(memberStarts[group], memberStarts[group + 1])
    }
    const stem = stemOf(token)
    if (stem === undefined) return id < 0 ? [] : [id]
    if (group < 0) group = findGroup(this.#base, stem, (member) => readTerm(this.#base, member))
    const added = this.#addedForms.get(stem) ?? []
    if (group < 0) return added
    const forms = members.subarray(memberStarts[group], memberStarts[group + 1])
    return added.length === 0 ? forms : [...forms, ...added]
  }

  /** The terms that begin with a prefix: those of the base at positions from `from` to before `to`, and newer ones by id. */
  prefixRange(prefix: string): { from: number; to: number; added: number[] } {
    const added: number[] = []
    for (const [index, term] of this.#added.entries()) {
      if (term.startsWith(prefix)) added.push(this.#baseSize + index)
    }
    return Object.assign(findPrefix(this.#base, prefix), { added })
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
      this.#near.clear()
      this.#changes = 0
    }
  }

  /**
   * Terms that a word may have been typed for, at most `maxNearTerms`: the nearest first, of those the most frequent. Words of
   * 3 to 6 letters may have one edit, longer ones `maxEdits`; shorter ones, numbers and emoji none. Only terms that a document
   * has; never the word itself.
   */
  near(token: string, maxEdits: 1 | 2): readonly NearTerm[] {
    if (!isSpelled(token)) return []
    const edits = editsAllowed(token, maxEdits)
    const key = `${edits}${token}`
    const known = this.#near.get(key)
    if (known !== undefined) return known
    const found = this.#findNear(token, edits)
    this.#near.set(key, found)
    return found
  }

  #findNear(token: string, edits: number): NearTerm[] {
    const typed = unitsOf(token)
    const found: NearTerm[] = []
    for (let id = 0; id < this.size; id++) {
      if (this.frequency(id) === 0) continue
      const term = this.termOf(id)
      if (term === token || !isSpelled(term)) continue
      const cost = weightedDistance(typed, unitsOf(term), edits)
      if (cost > 0) found.push({ id, cost })
    }
    const order = (a: NearTerm, b: NearTerm) =>
      a.cost - b.cost || this.frequency(b.id) - this.frequency(a.id) || a.id - b.id
    return found.toSorted(order).slice(0, maxNearTerms)
  }
}
