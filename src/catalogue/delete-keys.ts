import { createHmac, timingSafeEqual } from 'node:crypto'

export type DeleteKeys = ReturnType<typeof createDeleteKeys>

/**
 * Makes and checks keys that let whoever has one delete a GIF, such as a visitor without an account: the answer to a
 * creation contains it. Keys are made from the instance's secret, which must stay secret; nothing has to be stored.
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
