import { createHmac, timingSafeEqual } from 'node:crypto'

/** Keys that let whoever has one delete a GIF, such as a visitor without an account: the answer to a creation carries it. */
export interface DeleteKeys {
  keyOf(code: string): string
  /** Whether a key was made here for the GIF of this code. Never throws. */
  isKey(code: string, key: string): boolean
}

/** Keys that are made from the instance's secret, which must stay secret: nothing has to be stored. */
export function createDeleteKeys(secret: string | Buffer): DeleteKeys {
  const keyOf = (code: string) => createHmac('sha256', secret).update(`delete\n${code}`).digest('base64url')
  return {
    keyOf,
    isKey(code, key) {
      const right = Buffer.from(keyOf(code))
      const given = Buffer.from(key)
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
