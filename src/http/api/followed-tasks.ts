import { setTimeout as pause } from 'node:timers/promises'
import type { TaskView } from '../../creation/task.ts'

/** A task as one follower sees it. */
export type FollowedTask = {
  /**
   * A state that this follower has not seen, read at once when something happened to the task and in `inMs` otherwise: it may
   * be the same as before. Undefined when the server stops, or the task is forgotten.
   */
  next(inMs: number): Promise<TaskView | undefined>
  /** To be called once the follower has gone. */
  end(): void
}

type Followed = {
  followers: number
  /** How often it was read, and what was read last. */
  reads: number
  latest: TaskView | undefined
  /** Something happened since the last read began. */
  hasNews: boolean
  /** Ends the wait before the next read. */
  wake: AbortController
  reading: Promise<void> | undefined
}

/** Reads each task once for all who follow it: when something happens to it, and every so often besides. */
export class FollowedTasks {
  readonly #view: (id: string) => Promise<TaskView | undefined>
  readonly #closing: AbortSignal
  readonly #followed = new Map<string, Followed>()

  /** `view` reads a task. After `closing` has aborted, followers receive nothing more. */
  constructor(view: (id: string) => Promise<TaskView | undefined>, closing: AbortSignal) {
    this.#view = view
    this.#closing = closing
  }

  /** Something happened to this task, or, without an id, to any. */
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
