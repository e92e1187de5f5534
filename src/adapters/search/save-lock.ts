import { statSync } from 'node:fs'

/** Takes the lock of a file and returns a function that releases it; undefined if another process has it. */
export type TakeLock = (file: string) => (() => void) | undefined

/**
 * The lock of the one server on a data folder that saves the search index there. Its file is outside the folder of the
 * index, which can be deleted at any time, and it cannot be taken while the disk of the data is gone.
 */
export class SaveLock {
  readonly #file: string
  readonly #take: TakeLock
  #held: { release: () => void; inode: number | undefined } | undefined

  constructor(file: string, take: TakeLock) {
    this.#file = file
    this.#take = take
  }

  /** Returns true if this process has the lock; takes it if no other has it. Throws the system's error. */
  tryTake(): boolean {
    if (this.#held !== undefined && this.#held.inode === this.#inode()) return true
    this.release()
    const release = this.#take(this.#file)
    if (release === undefined) return false
    this.#held = { release, inode: this.#inode() }
    return true
  }

  release(): void {
    this.#held?.release()
    this.#held = undefined
  }

  #inode(): number | undefined {
    return statSync(this.#file, { throwIfNoEntry: false })?.ino
  }
}
