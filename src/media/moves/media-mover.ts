import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log/log.ts'
import type { Elections } from '../../cluster/elections.ts'
import { sourceFolder } from '../media-files.ts'
import type { MediaStore } from '../media-store.ts'
import { gifFolder, isPublicMedia } from '../rendition.ts'
import type { MediaMove, MediaMoveStore } from './media-move-store.ts'

/** Has a CDN forget the files of a media id. Rejects if it may still have them. */
export type PurgeMedia = (mediaId: string) => Promise<void>

export type MediaMoverDeps = {
  moves: MediaMoveStore
  mediaStore: MediaStore
  elections: Elections
  /** Null if no CDN has to forget anything. */
  purge: PurgeMedia | null
  clock: Clock
  /** The time for which a worker that lost its claim may still write under a media id. */
  settleMs: number
}

const turnMs = 5000
const maxWaitMs = 5 * 60_000
const batch = 200
const atOnce = 4

/** The time that a caller waits for a move that another process is finishing. */
const otherProcessMs = 15_000
const askEveryMs = 100

/**
 * Finishes the moves of files that transactions began: copies the files, removes the old ones, has the CDN forget them,
 * and finally removes files that a worker has written under the old media id since. Every step may be repeated, so any
 * process can finish an interrupted move: at its start, and every few seconds.
 */
export class MediaMover {
  readonly #deps: MediaMoverDeps
  readonly #running = new Map<number, Promise<void>>()
  /** Failed moves: the number of failures of each, and the time (by the monotonic clock) when it is due again. */
  readonly #failed = new Map<number, { failures: number; dueAt: number }>()
  /** Moves seen in the last turn. Younger ones are finished by the process that began them. */
  #known: Set<number> | null = null
  #timer: NodeJS.Timeout | undefined
  #turning: Promise<void> | undefined
  #log: Log | undefined

  constructor(deps: MediaMoverDeps) {
    this.#deps = deps
  }

  /** Finishes the moves that earlier processes left, now and every few seconds. */
  start(log: Log): void {
    this.#log = log
    this.#timer = setInterval(() => this.#begin(), turnMs)
    this.#begin()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#turning
    await Promise.allSettled(this.#running.values())
  }

  /**
   * Resolves when nobody can read the files that moves of these GIFs take away, and those that stay are where their
   * rows say. Throws AppError unavailable if that is not possible now; it is then retried without the caller.
   */
  async finishOf(gifIds: readonly number[]): Promise<void> {
    if (gifIds.length === 0) return
    const moves = (await this.#deps.moves.ofGifs(gifIds)).filter(({ state }) => state !== 'settle')
    try {
      await forEachAtOnce(moves, (move) => this.#finish(move))
    } catch (cause) {
      this.#log?.error({ err: cause }, 'files of GIFs could not be moved yet')
      throw new AppError(
        'unavailable',
        'The change is saved, but its public files could not be taken down yet. This is tried again every few seconds.',
        { retry: true, retryAfterSeconds: turnMs / 1000, cause },
      )
    }
  }

  /** Runs all moves once, unless another process is doing so. */
  async turn(): Promise<void> {
    await this.#deps.elections.runAlone('media moves', async (signal) => {
      const before = this.#known
      const known = new Set<number>()
      for (let after = 0; ;) {
        const moves = await this.#deps.moves.list(after, batch)
        const due = moves.filter((move) => (before === null || before.has(move.id)) && this.#isDue(move))
        for (const { id } of moves) known.add(id)
        await forEachAtOnce(due, (move) => this.#tryToFinish(move))
        const last = moves.at(-1)
        if (last === undefined || moves.length < batch || signal.aborted) break
        after = last.id
      }
      this.#known = known
      for (const id of this.#failed.keys()) if (!known.has(id)) this.#failed.delete(id)
    })
  }

  #begin(): void {
    this.#turning ??= this.turn()
      .catch((error: unknown) => this.#log?.error({ err: error }, 'moves of files could not be read'))
      .finally(() => {
        this.#turning = undefined
      })
  }

  #isDue({ id, state, settleAt }: MediaMove): boolean {
    if ((this.#failed.get(id)?.dueAt ?? 0) > performance.now()) return false
    return state !== 'settle' || (settleAt ?? 0) <= this.#deps.clock.now()
  }

  async #tryToFinish(move: MediaMove): Promise<void> {
    try {
      await this.#finish(move)
      this.#failed.delete(move.id)
    } catch (error) {
      const failures = (this.#failed.get(move.id)?.failures ?? 0) + 1
      const waitMs = Math.min(maxWaitMs, turnMs * 2 ** (failures - 1))
      this.#failed.set(move.id, { failures, dueAt: performance.now() + waitMs })
      this.#log?.error({ err: error, state: move.state, failures }, 'files of a GIF could not be moved yet')
    }
  }

  /** Finishes a move, once at a time in this process and in all. */
  #finish(move: MediaMove): Promise<void> {
    const running = this.#running.get(move.id)
    if (running !== undefined) return running
    const work = this.#finishAlone(move).finally(() => this.#running.delete(move.id))
    this.#running.set(move.id, work)
    return work
  }

  async #finishAlone(move: MediaMove): Promise<void> {
    const { elections, moves } = this.#deps
    const endAt = performance.now() + otherProcessMs
    for (;;) {
      const isDone = await elections.runAlone(`media move:${move.id}`, async (signal) => {
        await this.#runSteps(move.id, signal)
        return true
      })
      if (isDone === true) return
      const now = await moves.read(move.id)
      if (now === undefined || now.state === 'settle') return
      if (performance.now() > endAt) throw new Error('another process has not finished to move the files')
      await new Promise((resolve) => setTimeout(resolve, askEveryMs))
    }
  }

  /** Runs a move from its current step until nobody can read the old files, or to its end, if that is due. */
  async #runSteps(id: number, signal: AbortSignal): Promise<void> {
    const { moves } = this.#deps
    for (let move = await moves.read(id); move !== undefined; move = await moves.read(id)) {
      signal.throwIfAborted()
      const before = await moves.copiedBefore(move)
      if (before !== undefined) await this.#finish(before)
      else if (move.state === 'copy') await this.#copy(move)
      else if (move.state === 'remove') await this.#remove(move)
      else if (move.state === 'purge') await this.#purge(move)
      else {
        if ((move.settleAt ?? 0) <= this.#deps.clock.now()) await this.#settle(move)
        return
      }
    }
  }

  async #copy(move: MediaMove): Promise<void> {
    const { moves, mediaStore } = this.#deps
    if (move.to !== null && (await moves.isNeeded(move))) {
      await mediaStore.copyAll(gifFolder(move.from), gifFolder(move.to))
      await mediaStore.copyAll(sourceFolder(move.from), sourceFolder(move.to))
    }
    await moves.advance(move.id, 'remove')
  }

  async #remove(move: MediaMove): Promise<void> {
    const { moves } = this.#deps
    if (await moves.mayRemove(move)) await this.#removeOld(move)
    // The sweeper removes the files under an old media id that is not public.
    if (isPublicMedia(move.from)) await moves.advance(move.id, 'purge')
    else await moves.end(move.id)
  }

  async #purge({ id, from }: MediaMove): Promise<void> {
    const { moves, purge, clock, settleMs } = this.#deps
    await purge?.(from)
    await moves.advance(id, 'settle', clock.now() + settleMs)
  }

  async #settle(move: MediaMove): Promise<void> {
    const { moves, mediaStore, purge } = this.#deps
    for await (const _ of mediaStore.list(gifFolder(move.from))) {
      await this.#removeOld(move)
      await purge?.(move.from)
      break
    }
    await moves.end(move.id)
  }

  async #removeOld({ from }: MediaMove): Promise<void> {
    const { mediaStore } = this.#deps
    await mediaStore.removeAll(gifFolder(from))
    await mediaStore.removeAll(sourceFolder(from))
  }
}

/** Works on several items at a time; when all have ended, rejects with the first fault, if any. */
async function forEachAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const run = async () => {
    for (const item of waiting) await work(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, run))
  const fault = ended.find(({ status }) => status === 'rejected')
  if (fault?.status === 'rejected') throw fault.reason
}
