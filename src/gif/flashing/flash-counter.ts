import type { CellChanges } from './cell-changes.ts'
import type { ColorGrid } from './color-grid.ts'
import type { Fields } from './fields.ts'

/** Three flashes are six changes: the seventh begins a fourth. */
const tooMany = 7

/** A second less half a frame's rounding, so that changes exactly a second apart fall in different seconds. */
const secondMs = 999

/** The times of the last changes at each of several places: as many as are too many within a second. */
class RecentChanges {
  readonly #times: Float64Array
  readonly #next: Uint8Array

  constructor(places: number) {
    this.#times = new Float64Array(places * tooMany).fill(-Infinity)
    this.#next = new Uint8Array(places)
  }

  /** Records a change at a place, at a time in ms not before the last one. */
  add(place: number, timeMs: number): void {
    const next = this.#next[place] as number
    this.#times[place * tooMany + next] = timeMs
    this.#next[place] = (next + 1) % tooMany
  }

  /** Returns true if a place has begun more than three flashes within the second that ends now. */
  isTooOften(place: number, nowMs: number): boolean {
    return nowMs - (this.#times[place * tooMany + (this.#next[place] as number)] as number) < secondMs
  }
}

/**
 * Counts flashes of one kind, general or red. There are too many if cells that each flash more than three times within
 * a second make up more than a quarter of a visual field, or if a field flashes too often as a whole, with different
 * cells each time: its brightening cells minus its darkening ones exceed a quarter of it, in alternating directions.
 */
export class FlashCounter {
  readonly #changes: CellChanges
  readonly #fields: Fields
  readonly #ofCells: RecentChanges
  readonly #ofFields: RecentChanges
  readonly #fieldDirections: Int8Array
  readonly #often: Int8Array

  constructor(cells: number, fields: Fields, changes: CellChanges) {
    this.#changes = changes
    this.#fields = fields
    this.#ofCells = new RecentChanges(cells)
    this.#ofFields = new RecentChanges(fields.count)
    this.#fieldDirections = new Int8Array(fields.count)
    this.#often = new Int8Array(cells)
  }

  /** Takes the next frame, shown from `nowMs` on. Returns true if there were too many flashes in the second before. */
  add(grid: ColorGrid, nowMs: number): boolean {
    const changes = this.#changes.next(grid)
    let changed = 0
    let oftenCells = 0
    for (let cell = 0; cell < changes.length; cell += 1) {
      if (changes[cell] !== 0) {
        changed += 1
        this.#ofCells.add(cell, nowMs)
      }
      const isOften = this.#ofCells.isTooOften(cell, nowMs)
      this.#often[cell] = Number(isOften)
      if (isOften) oftenCells += 1
    }
    if (this.#fields.isTooLarge(oftenCells) && this.#hasFlashingField()) return true
    return this.#fields.isTooLarge(changed) && this.#changeFields(changes, nowMs)
  }

  #hasFlashingField(): boolean {
    this.#fields.load(this.#often)
    for (let place = 0; place < this.#fields.count; place += 1)
      if (this.#fields.isTooLarge(this.#fields.sumAt(place))) return true
    return false
  }

  /** Records the fields that change as a whole. Returns true if one has changed too often. */
  #changeFields(changes: Int8Array, nowMs: number): boolean {
    this.#fields.load(changes)
    for (let place = 0; place < this.#fields.count; place += 1) {
      const sum = this.#fields.sumAt(place)
      const direction = Math.sign(sum)
      if (!this.#fields.isTooLarge(Math.abs(sum)) || direction === this.#fieldDirections[place]) continue
      this.#fieldDirections[place] = direction
      this.#ofFields.add(place, nowMs)
      if (this.#ofFields.isTooOften(place, nowMs)) return true
    }
    return false
  }
}
