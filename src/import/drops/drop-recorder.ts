import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DiskSpace } from '../../creation/disk-space.ts'
import { AppError } from '../../lib/app-error.ts'
import { type DropOf, type DropStore, type ListedLimits, listedLimits, type NewDroppedFile } from './drop.ts'

export type DropRecorderDeps = {
  drops: Pick<DropStore, 'add'>
  diskSpace: Pick<DiskSpace, 'reserve'>
  listed?: ListedLimits
}

/** Files of which no GIF is made that are recorded in one transaction. */
const recordedAtOnce = 100
/** What a row takes besides its texts, with its entries in indexes; and everything twice, in the log of the database too. */
const rowBytes = 300
const copies = 2
/** A character as the database stores it, at most. */
const characterBytes = 4

/**
 * Records what comes of the files of a drop, in their order. An archive of some bytes can hold thousands of files that are
 * refused at once: they are recorded many at a time, with a turn of the event loop between.
 */
export class DropRecorder {
  readonly #deps: DropRecorderDeps
  readonly #drop: DropOf
  #files: NewDroppedFile[] = []
  /** Whether something of the archive was recorded before: then it is sent again, and what is over the limit was counted. */
  #isKnown = false

  constructor(deps: DropRecorderDeps, drop: DropOf) {
    this.#deps = deps
    this.#drop = drop
  }

  /**
   * Adds a file, which is recorded at once where a GIF is made of it, and otherwise with others, at `flush` at the latest.
   * Throws as `flush`.
   */
  async add(file: NewDroppedFile): Promise<void> {
    this.#files.push(file)
    const isMade = file.error === null && (file.taskId !== null || !file.isCopy)
    if (isMade || this.#files.length >= recordedAtOnce) await this.flush()
  }

  /**
   * Records what was added. Throws AppError unavailable where the disk is short of space, and queue_full where the account's
   * drops list as many refused files and copies as they may.
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

  /** Records what was added before, and begins with an archive. Throws as `flush`. */
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
