import { createHash } from 'node:crypto'
import { AppError } from '../lib/app-error.ts'
import type { Clock } from '../lib/clock.ts'
import { type Caller, unknownCaller } from './account.ts'
import type { Attempts, AttemptStore } from './attempt-store.ts'

const minuteMs = 60_000

/** Wrong passwords in a row from one caller for one e-mail address before it has to wait. */
const freeAttempts = 10
const firstWaitMs = minuteMs
const longestWaitMs = 15 * minuteMs
/** Attempts expire after this long without another; the other counts have windows of this length. */
const windowMs = 15 * minuteMs

/** Wrong passwords from one client address, for all e-mail addresses together. */
const maxPerAddress = 50
/** Wrong passwords from all unknown callers for one e-mail address, beyond which it counts as under attack. */
const maxPerEmail = 50
/** Wrong passwords from one network for an e-mail address under attack. */
const maxPerNetwork = 3

/** Machines may see the time so differently. What ends later was counted before a clock was set back. */
const clockToleranceMs = minuteMs

/**
 * Limits password guessing without letting anyone lock out anyone else:
 *
 * - One client address has ten attempts at an e-mail address, then one after a minute, two, four … up to fifteen.
 * - One client address has `maxPerAddress` attempts at all e-mail addresses together in fifteen minutes.
 * - After `maxPerEmail` attempts at one e-mail address from anywhere, each network has only `maxPerNetwork` at it.
 * - A known caller (a signed-in session, a browser with a device cookie) has ten attempts of its own, then the same
 *   waits; the other limits do not apply to it.
 *
 * Refused attempts do not count. A right password resets the attempts of its caller. All machines that have the same
 * store count as one.
 */
export class SignInThrottle {
  readonly #store: AttemptStore
  readonly #clock: Clock

  constructor(store: AttemptStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /**
   * Returns true if `check` accepts the password for `email`. The attempt is counted before the check, so that parallel attempts do
   * not evade the limit, and not at all when `check` throws. Throws AppError rate_limited beyond the limit, and unavailable
   * where it cannot be counted.
   */
  async attempt(
    email: string,
    check: () => Promise<boolean>,
    caller: Caller = unknownCaller,
  ): Promise<boolean> {
    const subjects = subjectsOf(hashOf(email), caller)
    await this.#store.update(subjects, (before) => countAttempt(before, this.#clock.now()))
    let isRight = false
    try {
      isRight = await check()
    } catch (error) {
      // If it cannot be taken back, it stays counted; the caller gets the first error.
      await this.#store.update(subjects, (before) => takeBack(before, 'one')).catch(() => undefined)
      throw error
    }
    if (isRight) await this.#store.update(subjects, (before) => takeBack(before, 'all'))
    return isRight
  }
}

/**
 * The subjects that an attempt counts for: the caller's own at the e-mail address first, then for unknown callers those of the
 * address, at the e-mail address, and of the network at it.
 */
function subjectsOf(emailHash: string, { client, knownAs }: Caller): string[] {
  if (knownAs !== null) return [`known ${knownAs} ${emailHash}`]
  if (client === null) return [emailHash]
  const { address, network } = client
  return [
    `${address} ${emailHash}`,
    `address ${address}`,
    `email ${emailHash}`,
    `network ${network} ${emailHash}`,
  ]
}

type Counted = (Attempts | undefined)[]

/** Throws AppError rate_limited instead where there may be none. */
function countAttempt([own, ...windows]: Counted, now: number): Counted {
  if (windows.length === 0) return [nextAttempt(own, now)]
  const [address, email, network] = windows.map((window) => current(window, now, windowMs))
  refuseBeyond(address, maxPerAddress, { now, detail: 'wrongPasswordsAddress' })
  const isUnderAttack = (email?.count ?? 0) >= maxPerEmail
  if (isUnderAttack) refuseBeyond(network, maxPerNetwork, { now, detail: 'wrongPasswordsEmail' })
  return [nextAttempt(own, now), ...[address, email, network].map((window) => nextOfWindow(window, now))]
}

function nextAttempt(own: Attempts | undefined, now: number): Attempts {
  const before = current(own, now, longestWaitMs + windowMs)
  if (before !== undefined) {
    // A clock that was set back must not make the wait longer.
    const leftMs = Math.min(before.waitUntil - now, waitAfter(before.count))
    if (leftMs > 0) throw tooMany('wrongPasswordsEmail', Math.ceil(leftMs / 1000))
  }
  const count = (before?.count ?? 0) + 1
  const waitMs = waitAfter(count)
  return { count, waitUntil: waitMs === 0 ? 0 : now + waitMs, endsAt: now + waitMs + windowMs }
}

function nextOfWindow(window: Attempts | undefined, now: number): Attempts {
  return { count: (window?.count ?? 0) + 1, waitUntil: 0, endsAt: window?.endsAt ?? now + windowMs }
}

/** Takes back one attempt; with `all`, every one of the caller's own. */
function takeBack([own, ...windows]: Counted, which: 'one' | 'all'): Counted {
  return [which === 'all' ? undefined : oneLess(own), ...windows.map(oneLess)]
}

function oneLess(attempts: Attempts | undefined): Attempts | undefined {
  if (attempts === undefined || attempts.count <= 1) return undefined
  const { count, waitUntil, endsAt } = attempts
  // A wait that came before is over, or this attempt would have been refused.
  return { count: count - 1, waitUntil: 0, endsAt: waitUntil === 0 ? endsAt : endsAt - waitAfter(count) }
}

/** Undefined for attempts that are forgotten, or that a clock which was set back would keep for too long. */
function current(attempts: Attempts | undefined, now: number, longestMs: number): Attempts | undefined {
  if (attempts === undefined || now >= attempts.endsAt) return undefined
  return attempts.endsAt - now > longestMs + clockToleranceMs ? undefined : attempts
}

function waitAfter(count: number): number {
  return count < freeAttempts ? 0 : Math.min(firstWaitMs * 2 ** (count - freeAttempts), longestWaitMs)
}

type WrongPasswords = 'wrongPasswordsAddress' | 'wrongPasswordsEmail'

function refuseBeyond(
  window: Attempts | undefined,
  max: number,
  { now, detail }: { now: number; detail: WrongPasswords },
): void {
  if (window === undefined || window.count < max) return
  throw tooMany(detail, Math.max(1, Math.ceil((window.endsAt - now) / 1000)))
}

function tooMany(detail: WrongPasswords, retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', { detail }, { retryAfterSeconds })
}

/** A key of fixed length, which also keeps e-mail addresses out of memory. */
function hashOf(email: string): string {
  return createHash('sha256').update(email.trim().normalize('NFC').toLowerCase()).digest('base64')
}
