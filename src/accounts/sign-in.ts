import { AppError } from '../lib/app-error.ts'
import type { Account } from './account.ts'
import type { AccountStore } from './account-store.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
import type { SessionStore } from './session-store.ts'
import { startSession } from './sessions.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'
import { refuseBlocked } from './tokens.ts'

export type SignInDeps = {
  accounts: Pick<AccountStore, 'byEmail' | 'passwordHash' | 'setPasswordHash'>
  sessions: Pick<SessionStore, 'add' | 'remove'>
  throttle: Pick<SignInThrottle, 'begin' | 'succeeded'>
}

/**
 * Signs a browser in; gives the key of its session. Throws AppError invalid_value, alike and after as long, for an
 * address without an account, an account without a password and a wrong password; rate_limited after too many of
 * these; forbidden for a blocked account, which only who knows the password is told; and as `isPassword` does.
 */
export async function signIn(
  { accounts, sessions, throttle }: SignInDeps,
  {
    email,
    password,
    browser,
    client = null,
  }: { email: string; password: string; browser: string; client?: string | null },
): Promise<{ account: Account; key: string }> {
  throttle.begin(email)
  const account = await accounts.byEmail(email)
  const kept = account === undefined ? null : await accounts.passwordHash(account.id)
  const isRight = await isPassword(password, kept, client)
  if (!isRight || account === undefined || kept === null) {
    throw isWrong()
  }
  throttle.succeeded(email)
  refuseBlocked(account)
  const hash = isOutdated(kept) ? await hashPassword(password, client) : kept
  if (hash !== kept) await accounts.setPasswordHash(account.id, hash, kept)
  const { key, record } = await startSession(sessions, account.id, browser)
  // A new password ends all sessions: one that begins with the old password at that very moment, too.
  const now = await accounts.passwordHash(account.id)
  if (now !== hash && !(await isPassword(password, now, client))) {
    await sessions.remove(account.id, record.id)
    throw isWrong()
  }
  return { account, key }
}

function isWrong(): AppError {
  return new AppError('invalid_value', 'The e-mail address or the password is not right.')
}
