import type { Account, Caller } from './account.ts'
import { AppError } from '../lib/app-error.ts'
import type { GuardedAccounts } from './account-stores.ts'
import type { KnownDevices } from './known-devices.ts'
import { hashPassword, needsRehash, isPassword } from './passwords.ts'
import { startSession } from './sessions.ts'
import { refuseBlocked } from './tokens.ts'

export type Credentials = {
  email: string
  password: string
  /** The user agent. */
  browser: string
  client?: Caller['client']
  /** The cookie from the browser's last sign-in: see known-devices.ts. */
  deviceCookie?: string
}

/**
 * Signs a browser in; returns the key of its session. Throws AppError invalid_value, with the same message and timing, for
 * an address without an account, an account without a password and a wrong password; rate_limited after too many of
 * these; forbidden for a blocked account, but only to callers with the right password; and as `isPassword` does.
 */
export async function signIn(
  { accounts, sessions, throttle, devices }: GuardedAccounts & { devices: KnownDevices },
  { email, password, browser, client = null, deviceCookie = '' }: Credentials,
): Promise<{ account: Account; key: string }> {
  const account = await accounts.byEmail(email)
  const storedHash = account === undefined ? null : await accounts.passwordHash(account.id)
  const knownAs =
    account === undefined || storedHash === null ? null : devices.nameOf(deviceCookie, account.id, storedHash)
  const caller = { client, knownAs }
  const isRight = await throttle.attempt(email, () => isPassword(password, storedHash, caller), caller)
  if (!isRight || account === undefined || storedHash === null) {
    throw wrongCredentials()
  }
  refuseBlocked(account)
  const hash = needsRehash(storedHash) ? await hashPassword(password, caller) : storedHash
  if (hash !== storedHash) await accounts.setPasswordHash(account.id, hash, storedHash)
  const { key, record } = await startSession(sessions, account.id, browser)
  // A new password ends all sessions, also one that starts with the old password at the same moment.
  const now = await accounts.passwordHash(account.id)
  if (now !== hash && !(await isPassword(password, now, caller))) {
    await sessions.remove(account.id, record.id)
    throw wrongCredentials()
  }
  return { account, key }
}

function wrongCredentials(): AppError {
  return new AppError('invalid_value', 'The e-mail address or the password is wrong.')
}
