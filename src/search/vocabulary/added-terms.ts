import { type Units, unitsOf, weightedDistance } from './distance.ts'
import { SortedTexts } from './sorted-texts.ts'
import { editsBetween, isSpelled } from './spelling-rules.ts'

/** The most added terms to compare with typed words: the first ones. About 20 ns each. */
const maxSpellings = 16_384

/** The key shared by the forms of a word: the number of their group in the base, or a stem unknown to the base. */
export type FormKey = number | string

/** Terms added since the base was built, in small maps. */
export class AddedTerms {
  /** The terms in the order in which they were added. */
  readonly terms: string[] = []
  /** Their ids, in the same order. */
  readonly ids: number[] = []
  readonly #ids = new Map<string, number>()
  /** Maps an id to its index in `terms`. */
  readonly #places = new Map<number, number>()
  readonly #sorted = new SortedTexts()
  readonly #keys: (FormKey | undefined)[] = []
  readonly #forms = new Map<FormKey, number[]>()
  readonly #spellings: { id: number; units: Units; letters: number }[] = []

  /** Adds a new term with an unused id; terms with the same key are forms of each other. */
  add(id: number, term: string, key: FormKey | undefined): void {
    this.#places.set(id, this.terms.length)
    this.terms.push(term)
    this.ids.push(id)
    this.#ids.set(term, id)
    this.#sorted.add(term)
    this.#keys.push(key)
    if (key !== undefined) {
      const forms = this.#forms.get(key)
      if (forms) forms.push(id)
      else this.#forms.set(key, [id])
    }
    if (this.#spellings.length < maxSpellings && isSpelled(term)) {
      const units = unitsOf(term)
      this.#spellings.push({ id, units, letters: letterSet(units) })
    }
  }

  idOf(term: string): number | undefined {
    return this.#ids.get(term)
  }

  hasId(id: number): boolean {
    return this.#places.has(id)
  }

  /** Returns the term with an id; '' if it is not here. */
  termOf(id: number): string {
    return this.terms[this.#places.get(id) ?? -1] ?? ''
  }

  keyOf(id: number): FormKey | undefined {
    return this.#keys[this.#places.get(id) ?? -1]
  }

  /** Returns the ids of the added terms with a key. */
  formsOf(key: FormKey): readonly number[] {
    return this.#forms.get(key) ?? []
  }

  /** Returns the ids of the added terms that begin with a prefix. */
  withPrefix(prefix: string): number[] {
    return this.#sorted.withPrefix(prefix).map((term) => this.#ids.get(term) ?? 0)
  }

  /** Calls `visit` for each added term that is at most `edits` edits from the typed word and is not the word. */
  findNear(typed: Units, edits: 1 | 2, visit: (id: number, cost: number) => void): void {
    const letters = letterSet(typed)
    for (const term of this.#spellings) {
      // An edit removes at most one letter and adds at most one.
      if (countBits(letters & ~term.letters) > edits || countBits(term.letters & ~letters) > edits) continue
      const cost = weightedDistance(typed, term.units, editsBetween(typed.length, term.units.length, edits))
      if (cost > 0) visit(term.id, cost)
    }
  }
}

/** Returns a bit for each letter of a word; letters may share one. */
function letterSet({ units }: Units): number {
  let set = 0
  for (const unit of units) set |= 1 << (unit & 31)
  return set
}

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
