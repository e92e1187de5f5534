import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'

const dayMs = 24 * 60 * 60_000
const validMs = 180 * dayMs
const idBytes = 9
/** The most accounts that one browser is remembered for. */
const maxDevices = 4
const separator = '~'

export type KnownDevices = {
  /** The validity of a cookie. */
  readonly validMs: number
  /**
   * The new cookie of a browser that has just signed in to an account; `before` is its previous one. The cookie is valid for
   * the password of `passwordHash` only.
   */
  remember(before: string, accountId: number, passwordHash: string): string
  /** The name of a browser that signed in to the account before, from its cookie; null for any other. Never throws. */
  nameOf(cookie: string, accountId: number, passwordHash: string): string | null
}

/**
 * Recognizes browsers that signed in to an account before, by a signed cookie that grants nothing by itself. Wrong
 * passwords from elsewhere do not keep such a browser from signing in. See OWASP, "Slow Down Online Guessing Attacks with
 * Device Cookies". `secret` is the instance's secret.
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
    validMs,
    remember(before, accountId, passwordHash) {
      const id = randomBytes(idBytes).toString('base64url')
      const endsAt = String(clock.now() + validMs)
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
