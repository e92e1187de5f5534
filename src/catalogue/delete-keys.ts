import { createHmac, timingSafeEqual } from 'node:crypto'

export type DeleteKeys = ReturnType<typeof createDeleteKeys>

/**
 * Makes and checks the keys that let their holders delete a GIF, such as a visitor without an account: the response to
 * a creation contains one. Keys are derived from the instance's secret, which must stay secret; nothing is stored.
 */
export function createDeleteKeys(secret: string | Buffer) {
  const keyOf = (code: string): string =>
    createHmac('sha256', secret).update(`delete\n${code}`).digest('base64url')
  return {
    keyOf,
    /** Returns true if a key was made here for the GIF of this code. Never throws. */
    isKey(code: string, key: string): boolean {
      const right = Buffer.from(keyOf(code))
      const given = Buffer.from(key)
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
