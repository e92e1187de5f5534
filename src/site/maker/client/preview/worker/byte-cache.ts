/** Keeps what was used last, of so many bytes in all. */
export class ByteCache<Value> {
  readonly #maxBytes: number
  readonly #bytesOf: (value: Value) => number
  readonly #kept = new Map<string, Value>()
  #bytes = 0

  constructor(maxBytes: number, bytesOf: (value: Value) => number) {
    this.#maxBytes = maxBytes
    this.#bytesOf = bytesOf
  }

  get(key: string): Value | undefined {
    const value = this.#kept.get(key)
    if (value === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, value)
    return value
  }

  has(key: string): boolean {
    return this.#kept.has(key)
  }

  set(key: string, value: Value): void {
    this.delete(key)
    this.#kept.set(key, value)
    this.#bytes += this.#bytesOf(value)
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const value = this.#kept.get(key)
    if (value === undefined) return
    this.#kept.delete(key)
    this.#bytes -= this.#bytesOf(value)
  }

  clear(): void {
    this.#kept.clear()
    this.#bytes = 0
  }
}
