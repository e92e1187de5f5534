import type { Messages } from '../cluster/messages.ts'
import { AppError } from '../lib/app-error.ts'
import type { CatalogueChange, ChangeLog, Position } from './change-log.ts'

/** The changes since a subscriber was last called. */
export type CatalogueChanges = {
  /** The ids of the GIFs that were added, changed or removed, each once. */
  gifs: readonly number[]
  /** True if a category was added, renamed, moved or removed. */
  categories: boolean
  /** The log does not reach back far enough, or the history is another one: everything may have changed. */
  all: boolean
  /** The position of the catalogue after these changes. It may have changed again since. */
  position: Position
}

/**
 * Updates data held in memory by reading the state of changed GIFs again, so that it does no harm to be
 * told of a change twice. After a rejection it is called again, with the same changes and newer ones.
 */
export type ChangeSubscriber = (changes: CatalogueChanges) => Promise<void> | void

export type ChangeFeedOptions = {
  log: ChangeLog
  /**
   * Given where other machines change the catalogue: they are told of this one's changes and tell of theirs, and what is
   * in memory may be served for a limited time only without the database.
   */
  messages?: Messages
  /** The interval between polls for the changes of other processes. */
  pollMs?: number
  /** Milliseconds of a clock that never goes back. */
  now?: () => number
}

/** Half of the 100 ms within which the changes of other processes are noticed. */
const localPollMs = 50

/** With messages, which arrive sooner: how late a change is noticed whose message was lost. */
const messagesPollMs = 1000

/** With messages: for how long what is in memory is served after it was last known to be current. */
const maxStaleMs = 60_000

/** The retry delay for a client whose answer was refused as too old. */
const staleRetrySeconds = 5

/** Entries read at once. */
const batch = 1000

/**
 * Tells subscribers in this process of every change of the catalogue, in order: of its own as soon as they are
 * committed, of those of other processes on the same database within `pollMs`, and of other machines as soon as their
 * message arrives.
 *
 * Who answers from memory waits for `current()` first.
 */
export class ChangeFeed {
  readonly #log: ChangeLog
  readonly #messages: ChangeFeedOptions['messages']
  readonly #pollMs: number
  readonly #now: () => number
  #unsubscribe: (() => void)[] = []
  #onError: (error: unknown) => void = () => undefined
  #hasFailed = false
  readonly #subscribers = new Set<ChangeSubscriber>()
  #position: Position | null = null
  #currentAt = 0
  #timer: NodeJS.Timeout | undefined
  #poll: Promise<void> | undefined
  /** True if a message arrived after the current poll may have read the position. */
  #pollAgain = false
  #isToBeAnnounced = false
  /** A change may have been committed that no pass has begun to read. */
  #isDirty = false
  #pass: Promise<void> | undefined
  #nextPass: Promise<void> | undefined

  constructor({ log, messages, pollMs, now = () => performance.now() }: ChangeFeedOptions) {
    this.#log = log
    this.#messages = messages
    this.#pollMs = pollMs ?? (messages === undefined ? localPollMs : messagesPollMs)
    this.#now = now
  }

  /** The position that all subscribers have been brought to; null before the start. */
  get position(): Position | null {
    return this.#position
  }

  /** When subscribers were last seen to know of every change, in the time of the feed's clock, `performance.now()`. */
  get currentAt(): number {
    return this.#currentAt
  }

  /** Calls `subscriber` for every change from now on, until the function that is returned is called. */
  subscribe(subscriber: ChangeSubscriber): () => void {
    this.#subscribers.add(subscriber)
    return () => this.#subscribers.delete(subscriber)
  }

  /**
   * Begins with the changes after the catalogue's position at this moment. `onError` is called with what the log or a
   * subscriber throws; it is tried again soon.
   */
  async start(onError: (error: unknown) => void): Promise<void> {
    this.#onError = onError
    const wake = () => {
      if (this.#poll === undefined) this.#poll = this.#pollLog()
      else this.#pollAgain = true
    }
    // Before the position is read, so that no change is between the two.
    if (this.#messages !== undefined)
      this.#unsubscribe = [this.#messages.subscribe('catalogue', wake), this.#messages.onGap(wake)]
    const asked = this.#now()
    const { epoch, version } = await this.#log.position()
    this.#position = { epoch, version }
    this.#currentAt = asked
    this.#timer = setInterval(() => (this.#poll ??= this.#pollLog()), this.#pollMs).unref()
  }

  /** Calls no subscriber any more once it resolves. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe()
    await this.#poll
    await Promise.allSettled([this.#pass, this.#nextPass])
    this.#position = null
    this.#isDirty = false
  }

  /** To be called in the same turn in which a transaction of this process that changed the catalogue was committed. */
  changed(): void {
    this.#announce()
    if (this.#position === null) return
    this.#isDirty = true
    this.#begin().catch((error: unknown) => this.#report(error))
  }

  /**
   * Null when subscribers know of every change that this process has committed or noticed; otherwise resolves once they
   * do. Rejects with the error of the log or of a subscriber, and with AppError unavailable where other machines may have
   * made changes, such as hiding a GIF, that this one could not learn of for too long. Who answers otherwise than from
   * memory may leave the promise alone.
   */
  current(): Promise<void> | null {
    if (!this.#isStale()) return this.#pending()
    const refused = Promise.reject(
      new AppError(
        'unavailable',
        { detail: 'catalogueUnreadable' },
        { retry: true, retryAfterSeconds: staleRetrySeconds },
      ),
    )
    refused.catch(() => undefined)
    return refused
  }

  /** Looks for changes of other processes now; resolves once subscribers know of them. Rejects as `current`. */
  async notice(): Promise<void> {
    const at = this.#position
    if (at === null) return
    const asked = this.#now()
    const { epoch, version } = await this.#log.position()
    if (at.epoch !== epoch || at.version !== version) this.#isDirty = true
    await this.#pending()
    if (!this.#isDirty) this.#confirm(asked)
  }

  #pending(): Promise<void> | null {
    return this.#isDirty || this.#pass !== undefined ? this.#begin() : null
  }

  #isStale(): boolean {
    return (
      this.#messages !== undefined && this.#position !== null && this.#now() - this.#currentAt > maxStaleMs
    )
  }

  /** Subscribers know of every change up to this time. */
  #confirm(time: number): void {
    this.#currentAt = Math.max(this.#currentAt, time)
  }

  /** Tells other machines, once for all changes of a turn. */
  #announce(): void {
    if (this.#messages === undefined || this.#isToBeAnnounced) return
    this.#isToBeAnnounced = true
    setImmediate(() => {
      this.#isToBeAnnounced = false
      this.#messages?.publish('catalogue', '')
    })
  }

  /** The pass that reads every change committed up to now. */
  #begin(): Promise<void> {
    if (this.#pass === undefined) {
      this.#pass = this.#run().finally(() => (this.#pass = undefined))
      // Without a handler, a rejection that no caller awaits would end the process.
      this.#pass.catch(() => undefined)
      return this.#pass
    }
    if (!this.#isDirty) return this.#pass
    this.#nextPass ??= this.#pass
      .catch(() => undefined)
      .then(() => {
        this.#nextPass = undefined
        return this.#begin()
      })
    this.#nextPass.catch(() => undefined)
    return this.#nextPass
  }

  /** Reads the log up to its current position. Later entries are left to the next pass, so that each pass ends. */
  async #run(): Promise<void> {
    this.#isDirty = false
    const asked = this.#now()
    try {
      const { epoch, version, oldest } = await this.#log.position()
      const from = this.#position
      if (from === null) return
      if (from.epoch !== epoch || from.version > version || from.version < oldest) {
        await this.#tell({ gifs: [], categories: true, all: true, position: { epoch, version } })
        this.#confirm(asked)
        return
      }
      for (let at = from.version; at < version;) {
        const changes = await this.#log.since(at, Math.min(batch, version - at))
        // Removed from the log since: the next pass finds the gap.
        if (changes.length === 0 || changes[0]?.version !== at + 1) {
          this.#isDirty = true
          return
        }
        at = changes.at(-1)?.version ?? version
        await this.#tell({ ...summarize(changes), all: false, position: { epoch, version: at } })
      }
      this.#confirm(asked)
    } catch (error) {
      this.#isDirty = true
      throw error
    }
  }

  async #tell(changes: CatalogueChanges): Promise<void> {
    await Promise.all([...this.#subscribers].map(async (subscriber) => subscriber(changes)))
    this.#position = changes.position
  }

  /** Once until the log can be read again: it is asked often. */
  #report(error: unknown): void {
    if (!this.#hasFailed) this.#onError(error)
    this.#hasFailed = true
  }

  async #pollLog(): Promise<void> {
    try {
      do {
        this.#pollAgain = false
        await this.notice()
      } while (this.#pollAgain && this.#position !== null)
      this.#hasFailed = false
    } catch (error) {
      this.#report(error)
    } finally {
      this.#poll = undefined
    }
  }
}

function summarize(changes: readonly CatalogueChange[]): { gifs: number[]; categories: boolean } {
  const gifs = new Set<number>()
  for (const { gifId } of changes) if (gifId !== null) gifs.add(gifId)
  return { gifs: [...gifs], categories: changes.some(({ categoryId }) => categoryId !== null) }
}
