import { type Caller, unknownCaller } from './account.ts'
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '../lib/app-error.ts'
import type { Clock } from '../lib/clock.ts'
import { type Count, RateCounter } from '../lib/rate-counter.ts'

const minuteMs = 60_000

/** Wrong passwords in a row from one caller for one e-mail address before it has to wait. */
const freeAttempts = 10
const firstWaitMs = minuteMs
const longestWaitMs = 15 * minuteMs
/** Attempts expire after this long without another; the other counters have windows of this length. */
const windowMs = 15 * minuteMs

/** Wrong passwords from one client address, for all e-mail addresses together. */
const maxPerAddress = 50
/** Wrong passwords from all unknown callers for one e-mail address, beyond which it counts as under attack. */
const maxPerEmail = 50
/** Wrong passwords from one network for an e-mail address under attack. */
const maxPerNetwork = 3

/**
 * More entries than can exist: each stands for a hashed password, of which a fast machine does some 30 a second, two at
 * once, and expires after thirty minutes. So attackers cannot evict a wait.
 */
const maxAttempts = 100_000
const maxCounts = 50_000

type Attempts = { count: number; lastAt: number; waitUntil: number }

/**
 * Limits password guessing without letting anyone lock out anyone else:
 *
 * - One client address has ten attempts at an e-mail address, then one after a minute, two, four … up to fifteen.
 * - One client address has `maxPerAddress` attempts at all e-mail addresses together in fifteen minutes.
 * - After `maxPerEmail` attempts at one e-mail address from anywhere, each network has only `maxPerNetwork` at it.
 * - A known caller (a signed-in session, a browser with a device cookie) has ten attempts of its own, then the same
 *   waits; the other limits do not apply to it.
 *
 * Refused attempts do not count. A right password resets the attempts of its caller. A restart resets everything.
 */
export class SignInThrottle {
  readonly #clock: Clock
  // By size, since `max` would allocate the places of all keys at once.
  readonly #attempts = new LRUCache<string, Attempts>({ maxSize: maxAttempts, sizeCalculation: () => 1 })
  readonly #perAddress: RateCounter
  readonly #perEmail: RateCounter
  readonly #perNetwork: RateCounter

  constructor(clock: Clock) {
    this.#clock = clock
    const counter = () => new RateCounter({ windowMs, maxKeys: maxCounts, now: () => clock.now() })
    this.#perAddress = counter()
    this.#perEmail = counter()
    this.#perNetwork = counter()
  }

  /**
   * Whether `check` accepts the password for `email`. The attempt is counted before the check, so that parallel attempts do
   * not evade the limit, and not at all when `check` throws. Throws AppError rate_limited beyond the limit.
   */
  async attempt(
    email: string,
    check: () => Promise<boolean>,
    { client, knownAs }: Caller = unknownCaller,
  ): Promise<boolean> {
    const emailHash = hashOf(email)
    const undo =
      knownAs === null
        ? this.#countUnknown(emailHash, client)
        : this.#countAttempt(`known ${knownAs} ${emailHash}`)
    let isRight = false
    try {
      isRight = await check()
    } catch (error) {
      undo.one()
      throw error
    }
    if (isRight) undo.all()
    return isRight
  }

  #countUnknown(emailHash: string, client: Caller['client']): Undo {
    if (client === null) return this.#countAttempt(emailHash)
    const { address, network } = client
    const networkKey = `${network} ${emailHash}`
    refuseBeyond(this.#perAddress.peek(address, maxPerAddress), 'from your address')
    const isUnderAttack = this.#perEmail.peek(emailHash, maxPerEmail).remaining <= 0
    if (isUnderAttack) refuseBeyond(this.#perNetwork.peek(networkKey, maxPerNetwork), forEmail)
    const undo = this.#countAttempt(`${address} ${emailHash}`)
    this.#perAddress.add(address, maxPerAddress)
    this.#perEmail.add(emailHash, maxPerEmail)
    this.#perNetwork.add(networkKey, maxPerNetwork)
    const uncount = () => {
      this.#perAddress.undo(address)
      this.#perEmail.undo(emailHash)
      this.#perNetwork.undo(networkKey)
    }
    return {
      one() {
        uncount()
        undo.one()
      },
      all() {
        uncount()
        undo.all()
      },
    }
  }

  /** Counts an attempt under `key`; returns how to undo this one, or all. */
  #countAttempt(key: string): Undo {
    const now = this.#clock.now()
    const before = this.#recent(key, now)
    if (now < before.waitUntil) throw tooMany(forEmail, Math.ceil((before.waitUntil - now) / 1000))
    this.#attempts.set(key, attemptsOf(before.count + 1, now))
    return {
      one: () => {
        const { count, lastAt } = this.#recent(key, this.#clock.now())
        if (count <= 1) this.#attempts.delete(key)
        // A wait that came before is over, or this attempt would have been refused.
        else this.#attempts.set(key, { count: count - 1, lastAt, waitUntil: 0 })
      },
      all: () => void this.#attempts.delete(key),
    }
  }

  #recent(key: string, now: number): Attempts {
    const known = this.#attempts.get(key)
    const nothing = { count: 0, lastAt: now, waitUntil: 0 }
    // A clock that was set back must not make the wait longer.
    if (known === undefined || now < known.lastAt) return nothing
    return now - Math.max(known.lastAt, known.waitUntil) >= windowMs ? nothing : known
  }
}

type Undo = { one: () => void; all: () => void }

function attemptsOf(count: number, lastAt: number): Attempts {
  const waitMs = count < freeAttempts ? 0 : Math.min(firstWaitMs * 2 ** (count - freeAttempts), longestWaitMs)
  return { count, lastAt, waitUntil: waitMs === 0 ? 0 : lastAt + waitMs }
}

const forEmail = 'for this e-mail address'

function refuseBeyond({ remaining, resetSeconds }: Count, subject: string): void {
  if (remaining <= 0) throw tooMany(subject, resetSeconds)
}

function tooMany(subject: string, retryAfterSeconds: number): AppError {
  return new AppError(
    'rate_limited',
    `Too many wrong passwords ${subject}; please wait before you try again.`,
    {
      retryAfterSeconds,
    },
  )
}

/** A key of fixed length, which also keeps e-mail addresses out of memory. */
function hashOf(email: string): string {
  return createHash('sha256').update(email.trim().normalize('NFC').toLowerCase()).digest('base64')
}
