import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Count, RateCounter } from '../lib/rate-counter.ts'
import type { CounterOptions, FastCounter } from './counters.ts'
import { maxMessageBytes, type Messages } from './messages.ts'

/** The share of the limit that a machine's count of a key must reach before it is sent to others. */
const nearShare = 1 / 20

const everyMs = 1000

/** The most messages that one machine sends at once; the rest is sent a second later. */
const maxMessages = 10

/** Keys announced by other machines, and keys that this machine announces. */
const maxKeys = 20_000

const nameLength = 16

/** The size of a message without its counts. */
const envelopeBytes = 64

export type CountExchangeOptions = {
  messages: Messages
  /** The key for hashing counted names, so that messages reveal no addresses. */
  secret: string
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

/** A count of a key in its current window, on one machine. */
type Told = { count: number; endsAt: number }

/** In a message: the name of the key, the count, and the seconds until its window ends. */
type Entry = [name: string, count: number, seconds: number]

/**
 * Sends this machine's counts to the other machines every second, and adds the counts received from them: see
 * docs/decisions/0049. A message has the whole count of a window, so that the next message corrects one that was lost
 * or arrived twice. Without messages, each machine limits by itself.
 */
export class CountExchange {
  readonly #messages: CountExchangeOptions['messages']
  readonly #secret: string
  readonly #now: () => number
  readonly #machine = randomBytes(6).toString('base64url')
  readonly #names = new LRUCache<string, string>({ maxSize: maxKeys, sizeCalculation: () => 1 })
  /** Counts by name and machine. */
  readonly #others = new LRUCache<string, Map<string, Told>>({ maxSize: maxKeys, sizeCalculation: () => 1 })
  /** The time at which all windows of the others have ended. */
  #othersEndAt = 0
  readonly #unsent = new Set<string>()
  readonly #near = new LRUCache<string, Told>({
    maxSize: maxKeys,
    sizeCalculation: () => 1,
    dispose: (_told, name, reason) => {
      if (reason === 'evict') this.#unsent.delete(name)
    },
  })
  #timer: NodeJS.Timeout | undefined
  readonly #unsubscribe: (() => void)[]

  constructor({ messages, secret, now = () => performance.now() }: CountExchangeOptions) {
    this.#messages = messages
    this.#secret = secret
    this.#now = now
    this.#unsubscribe = [
      messages.subscribe('counts', (payload) => this.#receive(payload)),
      messages.onGap(() => this.#tellAll()),
    ]
  }

  counter(options: CounterOptions): FastCounter {
    const { name, windowMs, maxKeys } = options
    const own = new RateCounter({ windowMs, maxKeys, now: this.#now })
    return {
      add: (key, max) => {
        const count = own.add(key, max)
        const used = max - count.remaining
        const knowsOthers = this.#othersEndAt > 0 && this.#now() < this.#othersEndAt
        if (used < max * nearShare && !knowsOthers) return count
        return this.#withOthers(this.#nameOf(`${name} ${key}`), count, { used, max })
      },
    }
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }

  /** Adds the counts of other machines for a key, and marks the key to be sent. */
  #withOthers(name: string, own: Count, { used, max }: { used: number; max: number }): Count {
    const now = this.#now()
    const others = this.#othersOf(name, now)
    if (used >= max * nearShare || others.count > 0) {
      // A count above the limit makes no difference.
      this.#note(name, { count: Math.min(used, max), endsAt: now + own.resetSeconds * 1000 })
    }
    if (others.count === 0) return own
    const untilOthersEnd = Math.ceil((others.endsAt - now) / 1000)
    return {
      remaining: own.remaining - others.count,
      resetSeconds: Math.max(own.resetSeconds, untilOthersEnd),
    }
  }

  #othersOf(name: string, now: number): Told {
    const all = { count: 0, endsAt: 0 }
    const told = this.#others.get(name)
    if (told === undefined) return all
    for (const [machine, { count, endsAt }] of told) {
      if (endsAt <= now) told.delete(machine)
      else {
        all.count += count
        all.endsAt = Math.max(all.endsAt, endsAt)
      }
    }
    if (told.size === 0) this.#others.delete(name)
    return all
  }

  #note(name: string, told: Told): void {
    const before = this.#near.get(name)
    this.#near.set(name, told)
    if (before?.count === told.count && before.endsAt > this.#now()) return
    this.#unsent.add(name)
    this.#timer ??= setTimeout(() => this.#send(), everyMs).unref()
  }

  #send(): void {
    this.#timer = undefined
    const now = this.#now()
    let entries: Entry[] = []
    let bytes = envelopeBytes
    let sent = 0
    const publish = () => {
      if (entries.length === 0) return
      this.#messages.publish('counts', JSON.stringify({ from: this.#machine, counts: entries }))
      entries = []
      bytes = envelopeBytes
      sent++
    }
    for (const name of this.#unsent) {
      const told = this.#near.get(name)
      const seconds = told === undefined ? 0 : Math.ceil((told.endsAt - now) / 1000)
      if (told !== undefined && seconds > 0) {
        const entry: Entry = [name, told.count, seconds]
        const size = JSON.stringify(entry).length + 1
        if (bytes + size > maxMessageBytes) publish()
        if (sent === maxMessages) break
        entries.push(entry)
        bytes += size
      }
      this.#unsent.delete(name)
    }
    publish()
    if (this.#unsent.size > 0) this.#timer = setTimeout(() => this.#send(), everyMs).unref()
  }

  /** Sends all counts of the current windows again, since messages may have been lost. */
  #tellAll(): void {
    for (const name of this.#near.keys()) this.#unsent.add(name)
    if (this.#unsent.size > 0) this.#timer ??= setTimeout(() => this.#send(), everyMs).unref()
  }

  #receive(payload: string): void {
    const message = readMessage(payload)
    if (message === undefined || message.from === this.#machine) return
    const now = this.#now()
    if (now >= this.#othersEndAt) this.#others.clear()
    for (const [name, count, seconds] of message.counts) {
      const endsAt = now + seconds * 1000
      this.#othersEndAt = Math.max(this.#othersEndAt, endsAt)
      const told = this.#others.get(name) ?? new Map<string, Told>()
      told.set(message.from, { count, endsAt })
      this.#others.set(name, told)
    }
  }

  #nameOf(key: string): string {
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const hash = createHmac('sha256', this.#secret).update(`count ${key}`).digest('base64url')
    const name = hash.slice(0, nameLength)
    this.#names.set(key, name)
    return name
  }
}

/** Returns undefined for an unknown message, for example of another version. */
function readMessage(payload: string): { from: string; counts: Entry[] } | undefined {
  try {
    const { from, counts } = JSON.parse(payload) as { from?: unknown; counts?: unknown }
    if (typeof from !== 'string' || !Array.isArray(counts)) return undefined
    return counts.every(isEntry) ? { from, counts } : undefined
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is Entry {
  if (!Array.isArray(value)) return false
  const [name, count, seconds] = value as unknown[]
  return typeof name === 'string' && Number.isFinite(count) && Number.isFinite(seconds)
}
