/** So many steps can be undone. */
const maxSteps = 100

/** The states before and after the present one, for undo and redo. Changes of one kind in a row are one step. */
export class History<S> {
  #past: S[] = []
  #future: S[] = []
  #kind: string | null = null

  get canUndo(): boolean {
    return this.#past.length > 0
  }

  get canRedo(): boolean {
    return this.#future.length > 0
  }

  /** Call it before a change, with the state as it is. What is of no `kind` is a step by itself. */
  record(before: S, kind: string | null = null): void {
    this.#future = []
    const isSame = kind !== null && kind === this.#kind
    this.#kind = kind
    if (!isSame) this.#past = [...this.#past, before].slice(-maxSteps)
  }

  /** The next change is a step by itself, as after another press. */
  separate(): void {
    this.#kind = null
  }

  /** The state before `present`; null where there is none. */
  undo(present: S): S | null {
    this.#kind = null
    const before = this.#past.pop()
    if (before === undefined) return null
    this.#future.push(present)
    return before
  }

  /** The state that was undone last; null where there is none. */
  redo(present: S): S | null {
    this.#kind = null
    const after = this.#future.pop()
    if (after === undefined) return null
    this.#past.push(present)
    return after
  }

  clear(): void {
    this.#past = []
    this.#future = []
    this.#kind = null
  }
}
