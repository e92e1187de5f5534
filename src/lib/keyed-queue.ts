/** Runs work with the same key sequentially, and work with different keys in parallel. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<void>>()

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    this.#last.set(key, ended)
    try {
      await before
      return await work()
    } finally {
      end()
      if (this.#last.get(key) === ended) this.#last.delete(key)
    }
  }
}
