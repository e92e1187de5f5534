/**
 * Notes when something was used last, beside what it is used for: where the note cannot be written now, because the disk
 * is full or another process is writing, that keeps nobody waiting and nobody out, and the next use is noted instead.
 */
export class UseNotes {
  readonly #underWay = new Set<number>()

  /** `write` is called unless one for the same `id` is under way. */
  note(id: number, write: () => Promise<unknown>): void {
    if (this.#underWay.has(id)) return
    this.#underWay.add(id)
    void write()
      .catch(() => {})
      .finally(() => this.#underWay.delete(id))
  }
}
