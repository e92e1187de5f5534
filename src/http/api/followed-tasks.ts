import { setTimeout as pause } from 'node:timers/promises'
import type { TaskView } from '../../creation/task.ts'

/** A task as seen by one follower. */
export type FollowedTask = {
  /**
   * The next state for this follower, read immediately after a change of the task, otherwise in `inMs`; it may equal
   * the last one. Undefined if the server stops or the task no longer exists.
   */
  next(inMs: number): Promise<TaskView | undefined>
  /** Must be called when the follower has gone. */
  end(): void
}

type Followed = {
  followers: number
  /** The number of reads, and the last result. */
  reads: number
  latest: TaskView | undefined
  /** True if something happened since the last read began. */
  hasNews: boolean
  /** Ends the wait before the next read. */
  wake: AbortController
  reading: Promise<void> | undefined
}

/** Reads each task once for all its followers: after each change, and at regular intervals. */
export class FollowedTasks {
  readonly #view: (id: string) => Promise<TaskView | undefined>
  readonly #closing: AbortSignal
  readonly #followed = new Map<string, Followed>()

  /** `view` reads a task. After `closing` has aborted, followers receive nothing more. */
  constructor(view: (id: string) => Promise<TaskView | undefined>, closing: AbortSignal) {
    this.#view = view
    this.#closing = closing
  }

  /** Something happened to this task, or, without an id, to any task. */
  look(id?: string): void {
    const some = id === undefined ? [...this.#followed.values()] : [this.#followed.get(id)]
    for (const followed of some) {
      if (followed === undefined) continue
      followed.hasNews = true
      followed.wake.abort()
    }
  }

  follow(id: string): FollowedTask {
    const followed = this.#followed.get(id) ?? newFollowed()
    this.#followed.set(id, followed)
    followed.followers += 1
    let seen = followed.reads
    return {
      next: async (inMs) => {
        if (seen === followed.reads) await (followed.reading ??= this.#read(id, followed, inMs))
        seen = followed.reads
        return this.#closing.aborted ? undefined : followed.latest
      },
      end: () => {
        followed.followers -= 1
        if (followed.followers === 0 && this.#followed.get(id) === followed) this.#followed.delete(id)
      },
    }
  }

  async #read(id: string, followed: Followed, inMs: number): Promise<void> {
    try {
      if (!followed.hasNews) {
        followed.wake = new AbortController()
        const signal = AbortSignal.any([followed.wake.signal, this.#closing])
        await pause(inMs, undefined, { signal }).catch(() => undefined)
      }
      if (this.#closing.aborted) return
      followed.hasNews = false
      followed.latest = await this.#view(id)
      followed.reads += 1
    } finally {
      followed.reading = undefined
    }
  }
}

function newFollowed(): Followed {
  return {
    followers: 0,
    reads: 0,
    latest: undefined,
    hasNews: false,
    wake: new AbortController(),
    reading: undefined,
  }
}
