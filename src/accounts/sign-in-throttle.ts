import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '../lib/app-error.ts'
import type { Clock } from '../lib/clock.ts'
import { type Count, RateCounter } from '../lib/rate-counter.ts'
import { anyCaller, type Caller } from './caller.ts'

const minuteMs = 60_000

/** Wrong passwords in a row of one caller for one e-mail address, before it has to wait. */
const freeAttempts = 10
const firstWaitMs = minuteMs
const longestWaitMs = 15 * minuteMs
/** Attempts are forgotten after this long without one; other counts have windows of this length. */
const windowMs = 15 * minuteMs

/** Wrong passwords of one client address, for all e-mail addresses together. */
const maxOfAddress = 50
/** Wrong passwords of all unknown callers for one e-mail address, beyond which it counts as under attack. */
const maxOfEmail = 50
/** Wrong passwords of one network for an e-mail address under attack. */
const maxOfNetwork = 3

/**
 * More than there can be: an entry stands for a password that was hashed, of which two at once make some 30 a second on
 * a fast machine, and holds for thirty minutes at most. So no wait is ever evicted, whoever fills in what.
 */
const maxAttempts = 100_000
const maxCounts = 50_000

type Attempts = { count: number; lastAt: number; waitUntil: number }

/**
 * Bounds how often passwords can be guessed, without letting anyone lock out anyone else:
 *
 * - One client address has ten attempts at an e-mail address, then one after a minute, two, four … up to fifteen.
 * - One client address has `maxOfAddress` attempts at all e-mail addresses together in fifteen minutes.
 * - After `maxOfEmail` attempts at one e-mail address from anywhere, each network has only `maxOfNetwork` at it.
 * - A caller that was known before (a signed-in session, a browser with a device cookie) has ten attempts of its own,
 *   then the same waits, and none of these other counts applies to it.
 *
 * What was refused unchecked counts for nothing. A right password forgets the attempts of its caller. All of it is
 * forgotten at a restart.
 */
export class SignInThrottle {
  readonly #clock: Clock
  readonly #attempts = new LRUCache<string, Attempts>({ max: maxAttempts })
  readonly #ofAddress: RateCounter
  readonly #ofEmail: RateCounter
  readonly #ofNetwork: RateCounter

  constructor(clock: Clock) {
    this.#clock = clock
    const counter = () => new RateCounter({ windowMs, maxKeys: maxCounts, now: () => clock.now() })
    this.#ofAddress = counter()
    this.#ofEmail = counter()
    this.#ofNetwork = counter()
  }

  /**
   * Whether `check` finds the password for `email` right. It is counted before it is checked, so that many at once are
   * no way around, and not at all when `check` throws. Throws AppError rate_limited when it is one too many.
   */
  async attempt(
    email: string,
    check: () => Promise<boolean>,
    { client, knownAs }: Caller = anyCaller,
  ): Promise<boolean> {
    const about = hashOf(email)
    const undo =
      knownAs === null ? this.#countUnknown(about, client) : this.#countAttempt(`known ${knownAs} ${about}`)
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

  #countUnknown(about: string, client: Caller['client']): Undo {
    if (client === null) return this.#countAttempt(about)
    const { address, network } = client
    const networkKey = `${network} ${about}`
    refuseBeyond(this.#ofAddress.peek(address, maxOfAddress), 'from your address')
    const isUnderAttack = this.#ofEmail.peek(about, maxOfEmail).remaining <= 0
    if (isUnderAttack) refuseBeyond(this.#ofNetwork.peek(networkKey, maxOfNetwork), forEmail)
    const undo = this.#countAttempt(`${address} ${about}`)
    this.#ofAddress.add(address, maxOfAddress)
    this.#ofEmail.add(about, maxOfEmail)
    this.#ofNetwork.add(networkKey, maxOfNetwork)
    const uncount = () => {
      this.#ofAddress.undo(address)
      this.#ofEmail.undo(about)
      this.#ofNetwork.undo(networkKey)
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

  /** Counts an attempt under `key`; gives how to take back this one, or all. */
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
    // A clock that was set back would make the wait longer than any.
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

function refuseBeyond({ remaining, resetSeconds }: Count, about: string): void {
  if (remaining <= 0) throw tooMany(about, resetSeconds)
}

function tooMany(about: string, retryAfterSeconds: number): AppError {
  return new AppError(
    'rate_limited',
    `Too many wrong passwords ${about}; please wait before you try again.`,
    {
      retryAfterSeconds,
    },
  )
}

/** Of one length whatever was typed, and no list of addresses in memory. */
function hashOf(email: string): string {
  return createHash('sha256').update(email.trim().normalize('NFC').toLowerCase()).digest('base64')
}
