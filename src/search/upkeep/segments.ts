import { Delta } from '../part/delta.ts'
import { distinctTerms } from '../part/forward-index.ts'
import { Part } from '../part/part.ts'
import type { SearchDocument } from '../search-index.ts'
import type { Completions } from '../vocabulary/completions.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import { isSafe, readFields } from './completion-fields.ts'
import type { PartImage } from './index-image.ts'
import { chooseMerge, deltaDocuments } from './merge-policy.ts'
import type { StoredFile } from './stored-file.ts'
import type { WordBudget } from './word-budget.ts'

type Segment = { part: Part; file: StoredFile | null; newUses: number }

/** Documents that a worker is making into one part. */
type Rewrite = {
  sources: readonly (Part | Delta)[]
  /** GIFs that died in the sources since the worker got them. */
  deaths: number[]
}

/** The lanes in which documents are rewritten: each has one piece of work at a time. */
export type RewriteLane = 'flush' | 'merge'

/** The documents of the index: parts, and deltas of newer documents. A GIF is in at most one of them. */
export class Segments {
  #segments: Segment[]
  #open = new Delta()
  #parts: readonly Part[]
  #deltas: readonly Delta[] = [this.#open]
  readonly #rewrites = new Map<RewriteLane, Rewrite>()
  readonly #vocabulary: Vocabulary
  readonly #budget: WordBudget
  readonly #completions: Completions
  readonly #safeRatingClasses: number

  /** Counts terms of added and removed documents, and completions only of those with safe rating classes. */
  constructor(
    parts: readonly PartImage[],
    deps: {
      vocabulary: Vocabulary
      budget: WordBudget
      completions: Completions
      /** A bit mask. */
      safeRatingClasses: number
    },
  ) {
    this.#segments = parts.map(({ memory, state, file }) => ({
      part: new Part(memory, state ?? undefined),
      file,
      newUses: 0,
    }))
    this.#parts = this.#segments.map(({ part }) => part)
    this.#vocabulary = deps.vocabulary
    this.#budget = deps.budget
    this.#completions = deps.completions
    this.#safeRatingClasses = deps.safeRatingClasses
  }

  /** Deltas that take no more documents, and wait to become a part. */
  get #frozen(): readonly Delta[] {
    return this.#deltas.slice(0, -1)
  }

  /** The parts; the same array until one is added or removed. */
  get parts(): readonly Part[] {
    return this.#parts
  }

  /** The deltas; the same array until one is added or removed. */
  get deltas(): readonly Delta[] {
    return this.#deltas
  }

  /** Adds a document, replacing the one with its id; `kind` selects the word budget. */
  put(document: SearchDocument, kind: 'day' | 'build'): void {
    this.remove(document.id)
    const doc = this.#budget.append(this.#open, document, kind)
    this.#count(this.#open, doc, 1)
    if (this.#open.size >= deltaDocuments) this.freeze()
  }

  /** Removes a document. Returns true if it existed. */
  remove(id: number): boolean {
    this.#budget.forget(id)
    for (const segment of [...this.#deltas, ...this.#parts]) {
      const doc = segment.docOf(id)
      if (doc === -1) continue
      this.#count(segment, doc, -1)
      segment.kill(doc)
      for (const { sources, deaths } of this.#rewrites.values())
        if (sources.includes(segment)) deaths.push(id)
      return true
    }
    return false
  }

  #count(segment: Part | Delta, doc: number, change: 1 | -1): void {
    for (const term of distinctTerms(segment, doc)) this.#vocabulary.countDocuments(term, change)
    if (!isSafe(segment, doc, this.#safeRatingClasses)) return
    const fields = readFields(segment, doc, this.#vocabulary)
    if (change > 0) this.#completions.add(fields)
    else this.#completions.remove(fields)
  }

  /** Counts a use of a GIF toward the next rewriting of its part. */
  noteUse(id: number): void {
    const segment = this.#segments.find(({ part }) => part.docOf(id) !== -1)
    if (segment !== undefined) segment.newUses += 1
  }

  /** Starts a new delta. Returns those with documents that are in no part yet. */
  freeze(): readonly Delta[] {
    if (this.#open.size > 0) {
      this.#open = new Delta()
      this.#deltas = [...this.#deltas, this.#open]
    }
    return this.#frozen
  }

  /** Returns true if the documents of a frozen delta are in no part yet. */
  isFrozen(delta: Delta): boolean {
    return delta !== this.#open && this.#deltas.includes(delta)
  }

  /** Takes the sources to rewrite next in a lane; undefined if nothing is due or the lane is busy. */
  startRewrite(lane: RewriteLane): readonly (Part | Delta)[] | undefined {
    if (this.#rewrites.has(lane)) return undefined
    const sources = lane === 'flush' ? this.#frozen : this.#partsToMerge()
    if (sources.length === 0) return undefined
    this.#rewrites.set(lane, { sources, deaths: [] })
    return sources
  }

  #partsToMerge(): Part[] {
    const candidates = this.#segments.map(({ part: { living, size }, newUses }) => ({
      living,
      size,
      newUses,
    }))
    return chooseMerge(candidates).flatMap((index) => this.#segments[index]?.part ?? [])
  }

  /** Replaces the sources with the worker's result. */
  finishRewrite(lane: RewriteLane, memory: SharedArrayBuffer): void {
    const { sources, deaths } = this.#endRewrite(lane)
    const part = new Part(memory)
    for (const id of deaths) {
      const doc = part.docOf(id)
      if (doc !== -1) part.kill(doc)
    }
    const kept = this.#segments.filter((segment) => !sources.includes(segment.part))
    this.#segments = part.living === 0 ? kept : [...kept, { part, file: null, newUses: 0 }]
    this.#parts = this.#segments.map((segment) => segment.part)
    this.#deltas = this.#deltas.filter((delta) => !sources.includes(delta))
  }

  /** Leaves the sources as they are, because the worker failed. */
  abandonRewrite(lane: RewriteLane): void {
    this.#endRewrite(lane)
  }

  #endRewrite(lane: RewriteLane): Rewrite {
    const rewrite = this.#rewrites.get(lane)
    if (rewrite === undefined) throw new Error(`no ${lane} is running`)
    this.#rewrites.delete(lane)
    return rewrite
  }

  /** Returns the current parts, with a copy of their state. */
  partImages(): PartImage[] {
    return this.#segments.map(({ part, file }) => {
      const { dead, keyCounts } = part.state
      return { memory: part.memory, state: { dead: dead.slice(), keyCounts: keyCounts.slice() }, file }
    })
  }

  /** Remembers the file of a part, if the part still exists. */
  noteFile(memory: SharedArrayBuffer, file: StoredFile): void {
    const segment = this.#segments.find(({ part }) => part.memory === memory)
    if (segment !== undefined) segment.file = file
  }
}
