import { AppError } from '../lib/app-error.ts'
import type { Account } from './account.ts'
import type { AccountStore } from './account-store.ts'
import type { Caller } from './caller.ts'
import type { KnownDevices } from './known-devices.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
import type { SessionStore } from './session-store.ts'
import { startSession } from './sessions.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'
import { refuseBlocked } from './tokens.ts'

export type SignInDeps = {
  accounts: Pick<AccountStore, 'byEmail' | 'passwordHash' | 'setPasswordHash'>
  sessions: Pick<SessionStore, 'add' | 'remove'>
  throttle: Pick<SignInThrottle, 'attempt'>
  devices: Pick<KnownDevices, 'nameOf'>
}

export type Credentials = {
  email: string
  password: string
  /** What the browser says of itself. */
  browser: string
  client?: Caller['client']
  /** What the browser was given when it last signed in: see known-devices.ts. */
  deviceCookie?: string
}

/**
 * Signs a browser in; gives the key of its session. Throws AppError invalid_value, alike and after as long, for an
 * address without an account, an account without a password and a wrong password; rate_limited after too many of
 * these; forbidden for a blocked account, which only who knows the password is told; and as `isPassword` does.
 */
export async function signIn(
  { accounts, sessions, throttle, devices }: SignInDeps,
  { email, password, browser, client = null, deviceCookie = '' }: Credentials,
): Promise<{ account: Account; key: string }> {
  const account = await accounts.byEmail(email)
  const kept = account === undefined ? null : await accounts.passwordHash(account.id)
  const knownAs =
    account === undefined || kept === null ? null : devices.nameOf(deviceCookie, account.id, kept)
  const caller = { client, knownAs }
  const isRight = await throttle.attempt(email, () => isPassword(password, kept, caller), caller)
  if (!isRight || account === undefined || kept === null) {
    throw isWrong()
  }
  refuseBlocked(account)
  const hash = isOutdated(kept) ? await hashPassword(password, caller) : kept
  if (hash !== kept) await accounts.setPasswordHash(account.id, hash, kept)
  const { key, record } = await startSession(sessions, account.id, browser)
  // A new password ends all sessions: one that begins with the old password at that very moment, too.
  const now = await accounts.passwordHash(account.id)
  if (now !== hash && !(await isPassword(password, now, caller))) {
    await sessions.remove(account.id, record.id)
    throw isWrong()
  }
  return { account, key }
}

function isWrong(): AppError {
  return new AppError('invalid_value', 'The e-mail address or the password is not right.')
}
