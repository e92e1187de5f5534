/**
 * A map with a bound: past `maxEntries`, what was set the longest ago is forgotten. Setting a key again and again is slow
 * in a large map, so who counts changes the value in place.
 */
export class RecentMap<T> {
  readonly #maxEntries: number
  /** What was set the longest ago first. */
  readonly #entries = new Map<string, T>()

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }

  get(key: string): T | undefined {
    return this.#entries.get(key)
  }

  /** Sets a value; the key is the last to be forgotten now. */
  set(key: string, value: T): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#maxEntries) return
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}
