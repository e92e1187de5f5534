import { type Caller, unknownCaller } from './account.ts'
import { AppError } from '../lib/app-error.ts'
import { fairShare } from '../lib/fair-share.ts'

/** A queue whose groups take turns: a new item waits for one item of each other group, not for all of their items. */
class FairQueue<Item> {
  /** The group with the next turn comes first. No group is empty. */
  readonly #groups = new Map<string, Item[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The number of waiting items of `group`. */
  sizeOf(group: string): number {
    return this.#groups.get(group)?.length ?? 0
  }

  add(group: string, item: Item): void {
    const items = this.#groups.get(group)
    if (items === undefined) this.#groups.set(group, [item])
    else items.push(item)
    this.#size++
  }

  /** Removes and returns the next item; undefined when none waits. */
  take(): Item | undefined {
    const [next] = this.#groups
    if (next === undefined) return undefined
    const [group, items] = next
    const item = items.shift()
    this.#groups.delete(group)
    if (items.length > 0) this.#groups.set(group, items)
    this.#size--
    return item
  }
}

export type HashingLimits = { maxAtOnce: number; maxWaiting: number }

/** The most places of one network, even in an empty queue: this many take seconds. */
const maxPerNetwork = 20
const retryAfterSeconds = 10

/**
 * A semaphore for expensive work with fair queues. Known and unknown callers have a queue each, and the two take turns, so
 * no number of unknown callers delays a known one. In each queue networks take turns, every caller has one place, and a
 * network has a quarter of the places that others leave. (p-limit and similar libraries have a single queue.)
 */
export class HashingQueue {
  readonly #limits: HashingLimits
  readonly #known = new FairQueue<() => void>()
  readonly #unknown = new FairQueue<() => void>()
  /** Callers that are waiting. */
  readonly #waiting = new Set<string>()
  #running = 0
  #isTurnOfKnown = true

  constructor(limits: HashingLimits) {
    this.#limits = limits
  }

  /**
   * Runs the work when it is its turn. Throws AppError rate_limited when work of this caller is already waiting or the share
   * of its network is used up, and unavailable when the queue is full. Callers without a client are not distinguished.
   */
  async run<Result>(work: () => Promise<Result>, caller: Caller = unknownCaller): Promise<Result> {
    if (this.#running < this.#limits.maxAtOnce) this.#running += 1
    else await this.#wait(caller)
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  async #wait({ client, knownAs }: Caller): Promise<void> {
    const queue = knownAs === null ? this.#unknown : this.#known
    const name = knownAs ?? client?.address ?? null
    const network = client?.network ?? ''
    const own = queue.sizeOf(network) + 1
    const { maxWaiting } = this.#limits
    const share = fairShare({
      max: maxWaiting,
      taken: queue.size + 1,
      own,
      atMost: client === null ? Infinity : maxPerNetwork,
      atLeast: 1,
    })
    if (name !== null && this.#waiting.has(name)) throw tooMany('passwordCheckedAddress')
    if (queue.size >= maxWaiting) {
      throw new AppError('unavailable', { detail: 'signInBusy' }, { retryAfterSeconds })
    }
    if (own > share) throw tooMany('passwordCheckedNetwork')
    if (name !== null) this.#waiting.add(name)
    await new Promise<void>((begin) => queue.add(network, begin))
    if (name !== null) this.#waiting.delete(name)
  }

  #next(): void {
    const [first, second] = this.#isTurnOfKnown ? [this.#known, this.#unknown] : [this.#unknown, this.#known]
    this.#isTurnOfKnown = !this.#isTurnOfKnown
    const begin = first.take() ?? second.take()
    if (begin === undefined) this.#running -= 1
    else begin()
  }
}

function tooMany(detail: 'passwordCheckedAddress' | 'passwordCheckedNetwork'): AppError {
  return new AppError('rate_limited', { detail }, { retryAfterSeconds })
}
