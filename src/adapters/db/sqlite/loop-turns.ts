import { setImmediate as nextTurn } from 'node:timers/promises'

/** The time that statements may run before the rest of the process gets a turn. */
const maxTurnMs = 10

/**
 * Gives the event loop a turn between statements once they have held it for `maxTurnMs`. SQLite statements are
 * synchronous: code that awaits one after another would block requests and timers until the last.
 */
export class LoopTurns {
  /** When the first statement of this turn ran. */
  #beganAt: number | undefined
  #next: Promise<void> = Promise.resolve()

  /** Returns true if the next statement has to wait for another turn. Begins a turn if none has begun. */
  isOver(): boolean {
    const now = performance.now()
    if (this.#beganAt !== undefined) return now - this.#beganAt > maxTurnMs
    this.#beganAt = now
    this.#next = this.#endTurn()
    return false
  }

  /** Resolves in the next turn. Earlier waiters have their turns first. */
  next(): Promise<void> {
    return this.#next
  }

  async #endTurn(): Promise<void> {
    await nextTurn()
    this.#beganAt = undefined
  }
}
