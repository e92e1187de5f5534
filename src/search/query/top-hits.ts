import type { ForwardIndex } from '../part/forward-index.ts'
import type { Tier } from './document-scorer.ts'

/** Collects the hits of one query at a time: the first of all that were offered, in order. */
export class TopHits {
  size = 0
  readonly tiers: Int32Array
  readonly docs: Uint32Array
  /** The source of each document. */
  readonly sources: ForwardIndex[] = []
  readonly #uses: Uint32Array
  #limit = 0

  constructor(capacity: number) {
    this.tiers = new Int32Array(capacity)
    this.docs = new Uint32Array(capacity)
    this.#uses = new Uint32Array(capacity)
  }

  /** Starts over, for the first `limit` hits: 1 up to the capacity. */
  begin(limit: number): void {
    this.size = 0
    this.#limit = limit
  }

  /** Returns true if no document of a tier can be among the first hits any more. */
  isFull(tier: Tier): boolean {
    return this.size === this.#limit && (this.tiers[this.size - 1] as number) < tier
  }

  /** Returns true if a document of this tier, or a worse one, may be among the first hits by its uses. */
  mayTake(source: ForwardIndex, doc: number, tier: Tier): boolean {
    if (this.size < this.#limit) return true
    const last = this.tiers[this.size - 1] as number
    return (
      tier < last || (tier === last && (source.uses[doc] as number) >= (this.#uses[this.size - 1] as number))
    )
  }

  /** Returns the GIF ids of the hits from `start` on. */
  idsFrom(start: number): number[] {
    const ids: number[] = []
    for (let at = start; at < this.size; at += 1) ids.push(this.#idAt(at))
    return ids
  }

  /** Takes a hit, once; returns false if it comes after all hits and there are enough. */
  offer(source: ForwardIndex, doc: number, tier: Tier): boolean {
    const uses = source.uses[doc] as number
    const { tiers, docs, sources } = this
    let at = this.size
    while (at > 0) {
      let order = (tiers[at - 1] as number) - tier || uses - (this.#uses[at - 1] as number)
      if (order === 0) {
        if (docs[at - 1] === doc && sources[at - 1] === source) return true
        // Looked up only if uses are equal: the memory of ids is large, and reading it is slow.
        order = (source.ids[doc] as number) - this.#idAt(at - 1)
      }
      if (order < 0) break
      at -= 1
    }
    if (at === this.#limit) return false
    if (this.size < this.#limit) this.size += 1
    for (let to = this.size - 1; to > at; to -= 1) {
      tiers[to] = tiers[to - 1] as number
      this.#uses[to] = this.#uses[to - 1] as number
      docs[to] = docs[to - 1] as number
      sources[to] = sources[to - 1] as ForwardIndex
    }
    tiers[at] = tier
    this.#uses[at] = uses
    docs[at] = doc
    sources[at] = source
    return true
  }

  #idAt(at: number): number {
    return this.sources[at]?.ids[this.docs[at] as number] as number
  }
}
