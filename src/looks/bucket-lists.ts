/** The capacity of the smallest list. */
const smallest = 4

/**
 * Many short lists of numbers in one block of memory, each in its own piece: reading one touches few cache lines, and
 * the processor can prefetch what its numbers point to. The capacity of a piece is a power of two.
 */
export class BucketLists {
  /** The start of each list, and its length, alternating. */
  readonly #lists: Uint32Array
  #memory: Uint32Array
  #used = 0
  /** Free pieces, by the exponent of their capacity. */
  readonly #free: number[][] = []

  /** Allocates capacity for `expected` numbers; it grows if there are more. */
  constructor(lists: number, expected: number) {
    this.#lists = new Uint32Array(2 * lists)
    this.#memory = new Uint32Array(Math.max(1024, expected))
  }

  /** Returns the length of a list. */
  count(list: number): number {
    return this.#lists[2 * list + 1] ?? 0
  }

  /** Returns the start of a list in `memory`. */
  start(list: number): number {
    return this.#lists[2 * list] ?? 0
  }

  /** The memory of all lists, until a number is added or removed. */
  get memory(): Uint32Array {
    return this.#memory
  }

  add(list: number, number: number): void {
    const count = this.count(list)
    if (count === 0 || (count >= smallest && isPowerOfTwo(count))) this.#move(list, count + 1)
    this.#memory[this.start(list) + count] = number
    this.#lists[2 * list + 1] = count + 1
  }

  /** Removes a number that the list contains. */
  remove(list: number, number: number): void {
    const count = this.count(list)
    const start = this.start(list)
    const at = this.#memory.subarray(start, start + count).indexOf(number)
    if (at === -1) throw new Error('The list has no such number.')
    this.#memory[start + at] = this.#memory[start + count - 1] ?? 0
    this.#lists[2 * list + 1] = count - 1
    if (count === 1) this.#release(start, 1)
    else if (count - 1 >= smallest && isPowerOfTwo(count - 1)) this.#move(list, count - 1, count)
  }

  /** Moves a list from a piece with capacity for `before` numbers to one with capacity for `count`. */
  #move(list: number, count: number, before = this.count(list)): void {
    const start = this.start(list)
    const piece = this.#take(count)
    this.#memory.copyWithin(piece, start, start + Math.min(before, count))
    if (before > 0) this.#release(start, before)
    this.#lists[2 * list] = piece
  }

  #take(count: number): number {
    const power = powerOf(count)
    const free = this.#free[power]?.pop()
    if (free !== undefined) return free
    const piece = this.#used
    this.#used += 1 << power
    if (this.#used > this.#memory.length) {
      const memory = new Uint32Array(Math.max(this.#used, Math.ceil(this.#memory.length * 1.25)))
      memory.set(this.#memory)
      this.#memory = memory
    }
    return piece
  }

  #release(piece: number, count: number): void {
    const power = powerOf(count)
    const free = (this.#free[power] ??= [])
    free.push(piece)
  }
}

/** Returns the exponent of the capacity for this many numbers. */
function powerOf(count: number): number {
  return 32 - Math.clz32(Math.max(smallest, count) - 1)
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0
}
