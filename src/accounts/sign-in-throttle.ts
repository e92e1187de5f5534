import { createHash } from 'node:crypto'
import { AppError } from '../lib/app-error.ts'
import type { Clock } from '../lib/clock.ts'
import { RecentMap } from '../lib/recent-map.ts'

const freeAttempts = 10
const memoryMs = 15 * 60_000
const firstWaitMs = 60_000
const longestWaitMs = 15 * 60_000
const maxRemembered = 10_000

type Attempts = { count: number; lastAt: number; waitUntil: number }

/**
 * Bounds how often a password can be tried for one e-mail address, from wherever: ten times, then after a minute, two,
 * four … up to fifteen. Who knows an address can so keep its owner from signing in, but browsers that are signed in
 * stay so, which is the lesser evil. It is forgotten by a right password, after fifteen quiet minutes, and at a restart.
 */
export class SignInThrottle {
  readonly #clock: Clock
  readonly #attempts = new RecentMap<Attempts>(maxRemembered)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Counts an attempt before its password is looked at, so that many at once are no way around. Throws AppError
   * rate_limited when it is one too many.
   */
  begin(email: string): void {
    const key = keyOf(email)
    const now = this.#clock.now()
    const before = this.#recent(key, now)
    if (now < before.waitUntil) {
      throw new AppError(
        'rate_limited',
        'Too many wrong passwords for this e-mail address; please wait before you try again.',
        { retryAfterSeconds: Math.ceil((before.waitUntil - now) / 1000) },
      )
    }
    const count = before.count + 1
    const waitMs =
      count < freeAttempts ? 0 : Math.min(firstWaitMs * 2 ** (count - freeAttempts), longestWaitMs)
    this.#attempts.set(key, { count, lastAt: now, waitUntil: now + waitMs })
  }

  /** The password was right: the address begins anew. */
  succeeded(email: string): void {
    this.#attempts.delete(keyOf(email))
  }

  #recent(key: string, now: number): Attempts {
    const known = this.#attempts.get(key)
    const nothing = { count: 0, lastAt: now, waitUntil: 0 }
    // A clock that was set back would make the wait longer than any.
    if (known === undefined || now < known.lastAt) return nothing
    return now - Math.max(known.lastAt, known.waitUntil) >= memoryMs ? nothing : known
  }
}

/** Of one length whatever was typed, and no list of addresses in memory. */
function keyOf(email: string): string {
  return createHash('sha256').update(email.trim().normalize('NFC').toLowerCase()).digest('base64')
}
