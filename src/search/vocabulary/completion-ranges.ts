import { beginningLengths, type CompletionImage } from './completion-image.ts'
import type { CompletionReader } from './completion-reader.ts'
import { DeletionLookup } from './deletion-index.ts'
import { maxSpelledLength, unitsOf, weightedDistance } from './distance.ts'
import { findPrefix } from './term-table.ts'

/** Keys at positions from `from` to before `to` begin with what was typed, or with what it may have been typed for. */
export type CompletionRange = { from: number; to: number; cost: number }

/** Of what may have been meant, so many beginnings are compared with what was typed. */
const maxTried = 512

/** Of the beginnings that may have been meant, only so many are compared: those of the most frequent keys. */
const maxBeginnings = 64

/** Is told the range of the keys that begin so, where it is known. */
type TryBeginning = (beginning: string, known?: { from: number; to: number }) => void

/** Finds the keys whose beginning is one edit away from what was typed. */
export class CompletionRanges {
  readonly #image: CompletionImage
  readonly #reader: CompletionReader
  readonly #lookup: DeletionLookup

  constructor(image: CompletionImage, reader: CompletionReader) {
    this.#image = image
    this.#reader = reader
    this.#lookup = new DeletionLookup(image, image.beginningStarts.length)
  }

  /** The keys that begin as typed. */
  exact(typed: string): CompletionRange {
    return Object.assign(findPrefix(this.#image, typed), { cost: 0 })
  }

  /** Ranges of the keys that begin as typed but for one edit, each beginning once. */
  withTypo(typed: string): CompletionRange[] {
    if (typed.length < beginningLengths.min || typed.length > maxSpelledLength) return []
    const ranges = new Map<string, CompletionRange>()
    const units = unitsOf(typed)
    let tried = 0
    const tryBeginning: TryBeginning = (beginning, known) => {
      if (++tried > maxTried || ranges.has(beginning) || typed.startsWith(beginning)) return
      const cost = weightedDistance(units, unitsOf(beginning), 1)
      if (cost <= 0) return
      const { from, to } = known ?? findPrefix(this.#image, beginning)
      if (from < to) ranges.set(beginning, { from, to, cost })
    }
    this.#tryEarlyEdits(typed, tryBeginning)
    this.#tryLateEdits(typed, tryBeginning)
    return [...ranges.values()]
  }

  /** An edit among the first letters, which the beginnings are indexed by. */
  #tryEarlyEdits(typed: string, tryBeginning: TryBeginning): void {
    const { beginningStarts, beginningEnds, beginningSizes } = this.#image
    const { max } = beginningLengths
    const numbers: number[] = []
    this.#lookup.find(unitsOf(typed.slice(0, max)), 1, (number) => numbers.push(number))
    for (const number of numbers.toSorted((a, b) => a - b).slice(0, maxBeginnings)) {
      const size = beginningSizes[number] ?? 0
      const from = beginningStarts[number] ?? 0
      const beginning = this.#reader.keyAt(from).slice(0, size)
      if (typed.length <= max) tryBeginning(beginning, { from, to: beginningEnds[number] ?? 0 })
      else if (size === max) {
        // After the edit all is as typed: a letter was replaced or two swapped, one is too many, or one is missing.
        for (const rest of [max, max + 1, max - 1]) tryBeginning(beginning + typed.slice(rest))
      }
    }
  }

  /** An edit after the first letters: few keys begin as typed so far, so all letters that follow there are tried. */
  #tryLateEdits(typed: string, tryBeginning: TryBeginning): void {
    for (let at = beginningLengths.max - 1; at < typed.length; at++) {
      const before = typed.slice(0, at)
      tryBeginning(before + typed.slice(at + 1))
      tryBeginning(before + typed.slice(at + 1, at + 2) + typed.slice(at, at + 1) + typed.slice(at + 2))
      const { from, to } = findPrefix(this.#image, before)
      if (from === to) return
      for (const letter of this.#lettersAfter(before, from, to)) {
        tryBeginning(before + letter + typed.slice(at + 1))
        tryBeginning(before + letter + typed.slice(at))
      }
    }
  }

  /** The units that come after a prefix, whose keys are at positions from `from` to before `to`. */
  #lettersAfter(prefix: string, from: number, to: number): string[] {
    const letters: string[] = []
    for (let position = from; position < to && letters.length < maxTried / 2;) {
      const letter = String.fromCodePoint(this.#reader.keyAt(position).codePointAt(prefix.length) ?? 0)
      if (letter === '\0') position++
      else {
        letters.push(letter)
        position = findPrefix(this.#image, prefix + letter).to
      }
    }
    return letters
  }
}
