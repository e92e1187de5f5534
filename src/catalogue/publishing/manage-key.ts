import { timingSafeEqual } from 'node:crypto'
import { hashSecret } from '../../accounts/tokens.ts'
import { randomId } from '../../lib/ids.ts'

/** The length of a key: 190 random bits. */
const keyLength = 32

/** Returns a secret that lets a visitor manage one GIF. It is shown to the GIF's maker, and stored as a hash. */
export function newManageKey(): string {
  return randomId(keyLength)
}

/** Returns the stored hash of a manage key. */
export const hashManageKey = hashSecret

/** Returns true if a text has the form of a manage key. */
export function looksLikeManageKey(text: string): boolean {
  return /^[0-9A-Za-z]{32}$/.test(text)
}

/** Returns true if the key has this hash; takes the same time for every key. */
export function hasManageHash(key: string, hash: string): boolean {
  const [given, right] = [Buffer.from(hashManageKey(key)), Buffer.from(hash)]
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Returns the address that manages a GIF. The key is after `#`, which browsers do not send. */
export function manageUrl(siteUrl: string, code: string, key: string): string {
  return `${siteUrl}/${code}/manage#${key}`
}
