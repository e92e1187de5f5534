import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'

const dayMs = 24 * 60 * 60_000
const holdsMs = 180 * dayMs
const idBytes = 9
/** Accounts that take turns at one browser and stay known there. */
const maxDevices = 4
const separator = '~'

export type KnownDevices = {
  /** How long a cookie holds. */
  readonly holdsMs: number
  /**
   * The cookie of a browser in which somebody has just signed in to an account; `before` is the one it had. `passwordHash`
   * is the account's: with another password the cookie stands for nothing.
   */
  remember(before: string, accountId: number, passwordHash: string): string
  /** The name of a browser that signed in to the account before, by its cookie; null for any other. Never throws. */
  nameOf(cookie: string, accountId: number, passwordHash: string): string | null
}

/**
 * Tells browsers that signed in to an account before from all others, by a signed cookie that opens nothing: wrong
 * passwords of others do not keep such a browser from signing in. See OWASP, "Slow Down Online Guessing Attacks with
 * Device Cookies". `secret` is the instance's.
 */
export function knownDevices({ secret, clock }: { secret: string; clock: Clock }): KnownDevices {
  const sign = (id: string, endsAt: string, accountId: number, passwordHash: string) =>
    createHmac('sha256', secret)
      .update(`device cookie\n${id}\n${endsAt}\n${accountId}\n${passwordHash}`)
      .digest('base64url')

  function idOf(device: string, accountId: number, passwordHash: string): string | null {
    const [id = '', endsAt = '', signature = ''] = device.split('.')
    const right = Buffer.from(sign(id, endsAt, accountId, passwordHash))
    const given = Buffer.from(signature)
    const isOurs = given.length === right.length && timingSafeEqual(given, right)
    return isOurs && clock.now() < Number(endsAt) ? id : null
  }

  return {
    holdsMs,
    remember(before, accountId, passwordHash) {
      const id = randomBytes(idBytes).toString('base64url')
      const endsAt = String(clock.now() + holdsMs)
      const device = [id, endsAt, sign(id, endsAt, accountId, passwordHash)].join('.')
      const others = devicesOf(before).filter((known) => idOf(known, accountId, passwordHash) === null)
      return [device, ...others].slice(0, maxDevices).join(separator)
    },
    nameOf(cookie, accountId, passwordHash) {
      for (const device of devicesOf(cookie)) {
        const id = idOf(device, accountId, passwordHash)
        if (id !== null) return `device ${id}`
      }
      return null
    },
  }
}

function devicesOf(cookie: string): string[] {
  return cookie === '' ? [] : cookie.split(separator, maxDevices)
}
