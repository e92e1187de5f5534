import { timingSafeEqual } from 'node:crypto'
import { hashSecret } from '../../accounts/tokens.ts'
import { randomId } from '../../lib/ids.ts'

/** 190 random bits. */
const keyLength = 32

/**
 * The secret that lets a visitor manage the GIF that it was made for. It is shown to its maker, and stored as a hash.
 */
export function newManageKey(): string {
  return randomId(keyLength)
}

/** The hash that is stored of a manage key. */
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

/** The address that manages a GIF. The key is after `#`: browsers send it to nobody. */
export function manageUrl(siteUrl: string, code: string, key: string): string {
  return `${siteUrl}/${code}/manage#${key}`
}
