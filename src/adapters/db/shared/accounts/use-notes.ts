/**
 * Records when something was last used, in the background. If that cannot be written now, because the disk is full or
 * another process is writing, the use itself is neither delayed nor refused, and the next use is recorded instead.
 */
export class UseNotes {
  readonly #underWay = new Set<number>()

  /** Calls `write` unless a write for the same `id` is in progress. */
  note(id: number, write: () => Promise<unknown>): void {
    if (this.#underWay.has(id)) return
    this.#underWay.add(id)
    void write()
      .catch(() => {})
      .finally(() => this.#underWay.delete(id))
  }
}
