/** The costs of edits. Common edits cost less; an edit of the first letter costs `first` more. */
const costs = { full: 32, vowel: 27, key: 25, swap: 24, double: 20, first: 12 }

const keyRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const vowels = 'aeiouy'
const letters = 26
const letterA = 97

const replacementCosts = listReplacementCosts()

/** Returns the costs of typing one letter a–z for another: less for QWERTY neighbors, and for two vowels. */
function listReplacementCosts(): Uint8Array {
  const table = new Uint8Array(letters * letters).fill(costs.full)
  const set = (a: string, b: string, cost: number) => {
    const [x, y] = [a.charCodeAt(0) - letterA, b.charCodeAt(0) - letterA]
    table[x * letters + y] = cost
    table[y * letters + x] = cost
  }
  for (const a of vowels) for (const b of vowels) set(a, b, costs.vowel)
  for (const [y, row] of keyRows.entries()) {
    for (const [x, key] of [...row].entries()) {
      // The next in its row, and the two below it.
      for (const neighbor of [row[x + 1], keyRows[y + 1]?.[x - 1], keyRows[y + 1]?.[x]]) {
        if (neighbor !== undefined) set(key, neighbor, costs.key)
      }
    }
  }
  return table
}

function replacementCost(a: number, b: number): number {
  const x = a - letterA
  const y = b - letterA
  return x >= 0 && x < letters && y >= 0 && y < letters
    ? (replacementCosts[x * letters + y] ?? costs.full)
    : costs.full
}

/** The cost of one edit in `weightedDistance`, at a place from 0 on. */
export const editCosts = {
  /** Returns the cost of typing a letter for another. */
  replaced: (at: number, typed: number, meant: number): number =>
    replacementCost(typed, meant) + (at === 0 ? costs.first : 0),
  /** Returns the cost of swapping this letter and the next. */
  swapped: (at: number): number => costs.swap + (at === 0 ? costs.first : 0),
  /** Returns the cost of a letter, after `before`, that the other word lacks. */
  added: (at: number, letter: number, before: number | undefined): number =>
    (letter === before ? costs.double : costs.full) + (at <= 1 ? costs.first : 0),
  /** The cost of the cheapest edit. */
  least: costs.double,
}

/** Words are compared as UTF-16 units. A longer one is never near another. */
export const maxSpelledLength = 64

const unreachable = 60_000
/** Rows for the last two units and this one. Packing both as edits × 65,536 + cost would lose the cheapest cost. */
const rowLength = maxSpelledLength + 1
const editRows = [0, 1, 2].map(() => new Uint16Array(rowLength))
const costRows = [0, 1, 2].map(() => new Uint16Array(rowLength))

/** A word as UTF-16 units: `length` of them from `start` on. */
export type Units = { units: Uint16Array; start: number; length: number }

/**
 * Returns the weighted distance of a typed word and a term, or -1 if they differ by more than `maxEdits` edits. An edit
 * is a letter added, removed or replaced, or two adjacent letters swapped (optimal string alignment: no letter is
 * edited twice). The cost is the smallest sum of the edits of an alignment that stays within `maxEdits` of the
 * diagonal. Words have at most `maxSpelledLength` units.
 */
export function weightedDistance(typed: Units, term: Units, maxEdits: number): number {
  if (Math.abs(typed.length - term.length) > maxEdits) return -1
  let [editsBefore, editsLast, edits] = editRows as [Uint16Array, Uint16Array, Uint16Array]
  let [costsBefore, costsLast, cost] = costRows as [Uint16Array, Uint16Array, Uint16Array]
  for (let i = 0; i <= typed.length; i++) {
    const from = Math.max(0, i - maxEdits)
    const to = Math.min(term.length, i + maxEdits)
    const a = i > 0 ? unitAt(typed, i - 1) : -1
    const aBefore = i > 1 ? unitAt(typed, i - 2) : -1
    let fewest = unreachable
    if (from > 0) {
      edits[from - 1] = unreachable
      cost[from - 1] = unreachable
    }
    for (let j = from; j <= to; j++) {
      const b = j > 0 ? unitAt(term, j - 1) : -2
      const bBefore = j > 1 ? unitAt(term, j - 2) : -2
      const first = i <= 1 || j <= 1 ? costs.first : 0
      let leastEdits = i + j === 0 ? 0 : unreachable
      let leastCost = leastEdits
      if (i > 0 && j > 0) {
        leastEdits = (editsLast[j - 1] ?? 0) + (a === b ? 0 : 1)
        leastCost = (costsLast[j - 1] ?? 0) + (a === b ? 0 : replacementCost(a, b) + first)
      }
      if (i > 0 && j < i + maxEdits) {
        leastEdits = Math.min(leastEdits, (editsLast[j] ?? 0) + 1)
        leastCost = Math.min(
          leastCost,
          (costsLast[j] ?? 0) + (a === aBefore ? costs.double : costs.full) + first,
        )
      }
      if (j > 0) {
        leastEdits = Math.min(leastEdits, (edits[j - 1] ?? 0) + 1)
        leastCost = Math.min(
          leastCost,
          (cost[j - 1] ?? 0) + (b === bBefore ? costs.double : costs.full) + first,
        )
      }
      if (a === bBefore && b === aBefore) {
        leastEdits = Math.min(leastEdits, (editsBefore[j - 2] ?? 0) + 1)
        leastCost = Math.min(
          leastCost,
          (costsBefore[j - 2] ?? 0) + costs.swap + (i === 2 || j === 2 ? costs.first : 0),
        )
      }
      edits[j] = leastEdits
      cost[j] = leastCost
      if (leastEdits < fewest) fewest = leastEdits
    }
    // A swap skips one row.
    if (fewest > maxEdits + 1) return -1
    ;[editsBefore, editsLast, edits] = [editsLast, edits, editsBefore]
    ;[costsBefore, costsLast, cost] = [costsLast, cost, costsBefore]
  }
  return (editsLast[term.length] ?? 0) <= maxEdits ? (costsLast[term.length] ?? 0) : -1
}

function unitAt({ units, start }: Units, at: number): number {
  return units[start + at] ?? 0
}

/** Returns a word as UTF-16 units. */
export function unitsOf(word: string): Units {
  const units = Uint16Array.from({ length: word.length }, (_, at) => word.charCodeAt(at))
  return { units, start: 0, length: word.length }
}
