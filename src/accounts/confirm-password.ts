import type { Account, Caller } from './account.ts'
import { AppError } from '../lib/app-error.ts'
import type { Clock } from '../lib/clock.ts'
import { type VerifyPasswordDeps, verifyPassword } from './verify-password.ts'
import type { SessionRecord, SessionStore } from './session-store.ts'

/** How long an entered password is not asked for again in its session. */
const confirmedForMs = 10 * 60_000

export type ConfirmDeps = VerifyPasswordDeps & {
  sessions: Pick<SessionStore, 'passwordEntered'>
  clock: Clock
}

/** Whether the password was entered in the session recently. Signing in counts. */
export function isConfirmed({ passwordEnteredAt }: SessionRecord, clock: Clock): boolean {
  if (passwordEnteredAt === null) return false
  const sinceMs = clock.now() - passwordEnteredAt
  return sinceMs >= 0 && sinceMs < confirmedForMs
}

/**
 * Requires the account's password unless it was entered recently: a stolen session must not create anything that outlives
 * it. Throws AppError as `verifyPassword` does, and invalid_value, naming `field`, when a required password is missing.
 */
export async function confirmPassword(
  deps: ConfirmDeps,
  account: Account,
  session: SessionRecord,
  { password, field, caller }: { password: string; field: string; caller?: Caller },
): Promise<void> {
  if (isConfirmed(session, deps.clock)) return
  if (password === '') throw new AppError('invalid_value', 'Enter your password to continue.', { field })
  await verifyPassword(deps, account, password, { field, ...(caller && { caller }) })
  await deps.sessions.passwordEntered(session.id)
}
