import { LRUCache } from 'lru-cache'

/** The number of attempts at something. */
export type Attempts = {
  /** At least 1. */
  count: number
  /** Until when there may be no other; 0 without a wait. */
  waitUntil: number
  /** When it is forgotten. */
  endsAt: number
}

/** Keeps attempts by what they were at. */
export interface AttemptStore {
  /**
   * Replaces the attempts at `subjects` by what `change` makes of them, undefined standing for none. Nobody else changes
   * them in the meantime; each caller names subjects of one kind at the same index. An error of `change` is passed on, and
   * nothing has changed then. It may be called twice, after a fault. Old attempts may still be there.
   */
  update(
    subjects: readonly string[],
    change: (before: (Attempts | undefined)[]) => (Attempts | undefined)[],
  ): Promise<void>
}

/**
 * More entries than can exist: four stand for a hashed password, of which a fast machine does some 30 a second, two at
 * once, and expire after thirty minutes. So attackers cannot evict a wait.
 */
const maxEntries = 250_000

/** Keeps attempts in memory, for an instance of one web process. */
export class MemoryAttempts implements AttemptStore {
  // By size, since `max` would allocate the places of all keys at once.
  readonly #attempts = new LRUCache<string, Attempts>({ maxSize: maxEntries, sizeCalculation: () => 1 })

  async update(
    subjects: readonly string[],
    change: (before: (Attempts | undefined)[]) => (Attempts | undefined)[],
  ): Promise<void> {
    const after = change(subjects.map((subject) => this.#attempts.get(subject)))
    for (const [index, subject] of subjects.entries()) {
      const attempts = after[index]
      if (attempts === undefined) this.#attempts.delete(subject)
      else this.#attempts.set(subject, attempts)
    }
  }
}
