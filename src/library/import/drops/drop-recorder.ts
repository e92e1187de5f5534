import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DiskSpace } from '../../../creation/disk-space.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type DropOf, type DropStore, type ListedLimits, listedLimits, type NewDroppedFile } from './drop.ts'

export type DropRecorderDeps = {
  drops: DropStore
  diskSpace: DiskSpace
  listed?: ListedLimits
}

/** The number of files without a GIF of their own that are recorded in one transaction. */
const recordedAtOnce = 100
/** The bytes of a row besides its texts, with its index entries; the database log stores everything a second time. */
const rowBytes = 300
const copies = 2
/** The maximum bytes of a character in the database. */
const characterBytes = 4

/**
 * Records the results for the files of a drop, in order. A small archive can hold thousands of files that are refused
 * at once: they are recorded in batches, with a turn of the event loop between.
 */
export class DropRecorder {
  readonly #deps: DropRecorderDeps
  readonly #drop: DropOf
  #files: NewDroppedFile[] = []
  /**
   * True if part of the archive was recorded before: then it is sent again, and files over the limit were already
   * counted.
   */
  #isKnown = false

  constructor(deps: DropRecorderDeps, drop: DropOf) {
    this.#deps = deps
    this.#drop = drop
  }

  /**
   * Adds a file. Files that become GIFs are recorded at once, others in batches, at the latest by `flush`. Throws the
   * errors of `flush`.
   */
  async add(file: NewDroppedFile): Promise<void> {
    this.#files.push(file)
    const isMade = file.error === null && (file.taskId !== null || !file.isCopy)
    if (isMade || this.#files.length >= recordedAtOnce) await this.flush()
  }

  /**
   * Records the added files. Throws AppError unavailable if disk space is short, and queue_full if the account's drops
   * list the maximum of refused files and copies.
   */
  async flush(): Promise<void> {
    if (this.#files.length === 0) return
    const files = this.#files
    this.#files = []
    const { drops, diskSpace, listed: limits = listedLimits } = this.#deps
    const release = await diskSpace.reserve(files.reduce((sum, file) => sum + bytesOf(file), 0))
    try {
      const { known, isFull } = await drops.add(this.#drop, files, { limits, isCounted: !this.#isKnown })
      if (known > 0) this.#isKnown = true
      if (isFull) throw listFull(limits.ofAccount)
    } finally {
      release()
    }
    await nextTurn()
  }

  /** Records the files added before and begins an archive. Throws the errors of `flush`. */
  async beginArchive(): Promise<void> {
    await this.flush()
    this.#isKnown = false
  }
}

function bytesOf({ name, error }: NewDroppedFile): number {
  return copies * (rowBytes + characterBytes * (name.length + (error?.message.length ?? 0)))
}

function listFull(max: number): AppError {
  const message = `Your imports list ${max} refused files and copies, and that is the limit. Delete some of them, or wait until the oldest are forgotten.`
  return new AppError('queue_full', message)
}
