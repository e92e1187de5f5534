import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long statements may run before everything else in the process gets a turn. */
const maxTurnMs = 10

/**
 * Gives the event loop a turn between statements once they have held it for `maxTurnMs`. A statement of SQLite is
 * synchronous: whoever awaits one after another would let nothing else run before the last, neither requests nor timers.
 */
export class LoopTurns {
  /** When the first statement of this turn ran. */
  #beganAt: number | undefined
  #next: Promise<void> = Promise.resolve()

  /** Whether the next statement has to wait for another turn. Begins a turn where none has begun. */
  isOver(): boolean {
    const now = performance.now()
    if (this.#beganAt !== undefined) return now - this.#beganAt > maxTurnMs
    this.#beganAt = now
    this.#next = this.#endTurn()
    return false
  }

  /** Resolves in the next turn. Whoever waited before it has a turn first. */
  next(): Promise<void> {
    return this.#next
  }

  async #endTurn(): Promise<void> {
    await nextTurn()
    this.#beganAt = undefined
  }
}
