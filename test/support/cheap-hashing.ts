import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { after, before } from 'node:test'

type Scrypt = (
  password: string,
  salt: Buffer,
  length: number,
  options: crypto.ScryptOptions,
  done: (error: Error | null, hash: Buffer) => void,
) => void

/**
 * Makes this process hash passwords at a thousandth of the cost while the tests of a file run; stored hashes declare
 * the full cost. For files in which no other process checks a password. test/accounts/passwords.test.ts pays the full
 * cost.
 */
export function hashCheaply(): void {
  const scrypt: Scrypt = crypto.scrypt
  const replace = (by: Scrypt) => {
    Reflect.set(crypto, 'scrypt', by)
    syncBuiltinESMExports()
  }
  before(() =>
    replace((password, salt, length, options, done) =>
      // A hash made by a test itself is cheap enough.
      scrypt(
        password,
        salt,
        length,
        Number(options.N) > 2 ** 10 ? { ...options, N: 16, p: 1 } : options,
        done,
      ),
    ),
  )
  after(() => replace(scrypt))
}
