import { type FoundDocs, listAsRuns, asBitmap } from './doc-set.ts'

/** Walks documents in an order of its own. */
export interface DocWalker {
  /** The next document; -1: there is none; -2: call again, many were looked at. */
  next(): number
}

/** Walks found documents, but for those that are in one of `except`, in rank order. */
export function walkByRank(docs: FoundDocs, except: readonly FoundDocs[]): DocWalker {
  if (docs instanceof Uint32Array) return new ListWalker(except.reduce<Uint32Array>(withoutDocs, docs))
  const words = docs[0]?.length ?? 0
  const excluded = except.map((found) =>
    found instanceof Uint32Array ? [asBitmap(listAsRuns(found), words)] : found,
  )
  return new BitmapWalker(docs, excluded)
}

function withoutDocs(list: Uint32Array, except: FoundDocs): Uint32Array {
  if (list.length === 0 || except.length === 0) return list
  let exceptAt = 0
  return list.filter((doc) => {
    if (!(except instanceof Uint32Array))
      return !except.every((bits) => (((bits[doc >>> 5] as number) >>> (doc & 31)) & 1) === 1)
    while (exceptAt < except.length && (except[exceptAt] as number) < doc) exceptAt += 1
    return except[exceptAt] !== doc
  })
}

/** Walks found documents, the newest first. */
export function walkByAge(docs: FoundDocs, ids: Uint32Array, byAge: Uint32Array): DocWalker {
  if (docs instanceof Uint32Array)
    return new ListWalker(docs.toSorted((a, b) => (ids[b] as number) - (ids[a] as number)))
  return new AgeWalker(byAge, docs)
}

class ListWalker implements DocWalker {
  readonly #list: Uint32Array
  #at = 0

  constructor(list: Uint32Array) {
    this.#list = list
  }

  next(): number {
    return this.#at < this.#list.length ? (this.#list[this.#at++] as number) : -1
  }
}

/** Walks the documents that are in all bitmaps of `include`, and for each of `exclude` not in all of its bitmaps. */
class BitmapWalker implements DocWalker {
  readonly #include: readonly Uint32Array[]
  readonly #exclude: readonly (readonly Uint32Array[])[]
  readonly #words: number
  #word = -1
  #bits = 0

  constructor(include: readonly Uint32Array[], exclude: readonly (readonly Uint32Array[])[]) {
    this.#include = include
    this.#exclude = exclude
    this.#words = include[0]?.length ?? 0
  }

  next(): number {
    while (this.#bits === 0) {
      this.#word += 1
      if (this.#word >= this.#words) {
        this.#word = this.#words
        return -1
      }
      this.#bits = common(this.#include, this.#word)
      if (this.#bits === 0) continue
      for (let at = 0; at < this.#exclude.length; at += 1)
        this.#bits &= ~common(this.#exclude[at] ?? [], this.#word)
    }
    const lowest = this.#bits & -this.#bits
    this.#bits ^= lowest
    return (this.#word << 5) + 31 - Math.clz32(lowest)
  }
}

function common(bitmaps: readonly Uint32Array[], word: number): number {
  let bits = -1
  for (let at = 0; at < bitmaps.length; at += 1) bits &= (bitmaps[at] as Uint32Array)[word] as number
  return bits
}

/** Documents to look at before others get their turn. */
const soughtAtOnce = 4096

class AgeWalker implements DocWalker {
  readonly #byAge: Uint32Array
  readonly #bitmaps: readonly Uint32Array[]
  #at = 0

  constructor(byAge: Uint32Array, bitmaps: readonly Uint32Array[]) {
    this.#byAge = byAge
    this.#bitmaps = bitmaps
  }

  next(): number {
    const end = Math.min(this.#byAge.length, this.#at + soughtAtOnce)
    while (this.#at < end) {
      const doc = this.#byAge[this.#at++] as number
      let bit = 1
      for (let at = 0; at < this.#bitmaps.length; at += 1)
        bit &= ((this.#bitmaps[at] as Uint32Array)[doc >>> 5] as number) >>> (doc & 31)
      if (bit === 1) return doc
    }
    return end === this.#byAge.length ? -1 : -2
  }
}
