import { type FoundDocs, noDocs } from './doc-set.ts'

/** Walks documents in the order of the implementation. */
export interface DocWalker {
  /** Returns the next document; -1 at the end; -2 to be called again, after checking many. */
  next(): number
}

/** Walks found documents, except those that are in one of `except`, in rank order. */
export function walkByRank(docs: FoundDocs, except: readonly FoundDocs[]): DocWalker {
  if (docs instanceof Uint32Array) return new ListWalker(except.reduce<Uint32Array>(withoutDocs, docs))
  const bitmaps = except.flatMap((found) => (found instanceof Uint32Array ? [] : [found]))
  const walker = new BitmapWalker(docs, bitmaps)
  return except.reduce<DocWalker>(
    (inner, found) =>
      found instanceof Uint32Array && found.length > 0 ? new ExceptWalker(inner, found) : inner,
    walker,
  )
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

/** Walks found documents, newest first. */
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

/** Removes the documents of an ascending list from those of another walker, which also ascend. */
class ExceptWalker implements DocWalker {
  readonly #inner: DocWalker
  readonly #except: Uint32Array
  #at = 0

  constructor(inner: DocWalker, except: Uint32Array) {
    this.#inner = inner
    this.#except = except
  }

  next(): number {
    for (;;) {
      const doc = this.#inner.next()
      if (doc < 0) return doc
      while (this.#at < this.#except.length && (this.#except[this.#at] as number) < doc) this.#at += 1
      if (this.#except[this.#at] !== doc) return doc
    }
  }
}

/** Walks the documents that are in all bitmaps of `include`, and in no element of `exclude` in all of its bitmaps. */
class BitmapWalker implements DocWalker {
  readonly #first: Uint32Array
  readonly #second: Uint32Array
  readonly #third: Uint32Array
  readonly #others: readonly Uint32Array[]
  readonly #exclude: readonly (readonly Uint32Array[])[]
  #word = -1
  #bits = 0

  constructor(include: readonly Uint32Array[], exclude: readonly (readonly Uint32Array[])[]) {
    const [first = noDocs, second = first, third = second, ...others] = include
    this.#first = first
    this.#second = second
    this.#third = third
    this.#others = others
    this.#exclude = exclude
  }

  next(): number {
    if (this.#bits === 0 && !this.#findWord()) return -1
    const lowest = this.#bits & -this.#bits
    this.#bits ^= lowest
    return (this.#word << 5) + 31 - Math.clz32(lowest)
  }

  /** Advances to the next word of the bitmaps that has a document; returns false at the end. */
  #findWord(): boolean {
    const first = this.#first
    const second = this.#second
    const third = this.#third
    for (let word = this.#word + 1; word < first.length; word += 1) {
      let bits = (first[word] as number) & (second[word] as number) & (third[word] as number)
      if (bits === 0) continue
      if (this.#others.length > 0) bits &= common(this.#others, word)
      for (let at = 0; bits !== 0 && at < this.#exclude.length; at += 1)
        bits &= ~common(this.#exclude[at] as readonly Uint32Array[], word)
      if (bits === 0) continue
      this.#word = word
      this.#bits = bits
      return true
    }
    this.#word = first.length
    return false
  }
}

function common(bitmaps: readonly Uint32Array[], word: number): number {
  let bits = -1
  for (let at = 0; at < bitmaps.length; at += 1) bits &= (bitmaps[at] as Uint32Array)[word] as number
  return bits
}

/** The number of documents to check before other work may run. */
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
