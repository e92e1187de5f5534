import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns `length` letters and digits from the system's random source: 5.95 bits each. */
export function randomId(length: number): string {
  let id = ''
  while (id.length < length) {
    // 248 = 4 × 62: higher bytes would make the first letters more likely.
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && id.length < length) id += alphabet[byte % 62]
    }
  }
  return id
}

/** Returns 19 digits, 2^62 to 2^63 - 1, from the system's random source: an id for clients that expect a number. */
export function randomNumericId(): string {
  return String(BigInt.asUintN(62, randomBytes(8).readBigUInt64BE()) | (1n << 62n))
}
