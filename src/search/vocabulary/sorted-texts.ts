/**
 * Distinct texts in the order of their UTF-16 units. A change moves the texts after it: meant for about ten thousand.
 */
export class SortedTexts {
  readonly #texts: string[] = []

  /** Adds a new text. */
  add(text: string): void {
    this.#texts.splice(this.#placeOf(text), 0, text)
  }

  delete(text: string): void {
    const place = this.#placeOf(text)
    if (this.#texts[place] === text) this.#texts.splice(place, 1)
  }

  /** Returns the texts that begin with a prefix, in order. */
  withPrefix(prefix: string): string[] {
    const from = this.#placeOf(prefix)
    let to = from
    while (this.#texts[to]?.startsWith(prefix) === true) to++
    return this.#texts.slice(from, to)
  }

  /** Returns the place of the first text that is not before `text`. */
  #placeOf(text: string): number {
    let from = 0
    let to = this.#texts.length
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((this.#texts[middle] ?? '') < text) from = middle + 1
      else to = middle
    }
    return from
  }
}
