import type { Account, Caller } from './account.ts'
import type { GuardedAccounts } from './account-stores.ts'
import { AppError } from '../lib/app-error.ts'
import type { Clock } from '../lib/clock.ts'
import { verifyPassword } from './verify-password.ts'
import type { SessionRecord } from './session-store.ts'

/** The period in which a session that was confirmed asks for no further confirmation. */
const confirmedForMs = 10 * 60_000

/** Returns true if the person of the session was recently confirmed, by the password or at the provider. */
export function isConfirmed({ confirmedAt }: SessionRecord, clock: Clock): boolean {
  if (confirmedAt === null) return false
  const sinceMs = clock.now() - confirmedAt
  return sinceMs >= 0 && sinceMs < confirmedForMs
}

/**
 * Requires the account's password unless the session was confirmed recently: a stolen session must not create anything that
 * outlives it. A session that began at the sign-on provider is confirmed there. Throws AppError as `verifyPassword` does, and
 * invalid_value, naming `field`, when a required password is missing.
 */
export async function confirmPassword(
  deps: GuardedAccounts & { clock: Clock },
  account: Account,
  session: SessionRecord,
  { password, field, caller }: { password: string; field: string; caller?: Caller },
): Promise<void> {
  if (isConfirmed(session, deps.clock)) return
  if (session.idToken !== null) throw unconfirmed()
  if (password === '') throw new AppError('invalid_value', { detail: 'enterPassword' }, { field })
  await verifyPassword(deps, account, password, { field, ...(caller && { caller }) })
  await deps.sessions.confirm(session.id)
}

/** The error of a session that must be confirmed at the sign-on provider first. */
export function unconfirmed(): AppError {
  return new AppError('invalid_value', { detail: 'confirmIdentity' })
}
