import { AppError } from '../lib/app-error.ts'
import type { Clock } from '../lib/clock.ts'
import type { Account } from './account.ts'
import { type ProveDeps, provePassword } from './prove-password.ts'
import type { SessionRecord, SessionStore } from './session-store.ts'
import type { Caller } from './caller.ts'

/** How long a password that was entered in a session is not asked for again there. */
const confirmedForMs = 10 * 60_000

export type ConfirmDeps = ProveDeps & { sessions: Pick<SessionStore, 'passwordEntered'>; clock: Clock }

/** Whether the password was entered in the session a short while ago. Signing in counts. */
export function isConfirmed({ passwordEnteredAt }: SessionRecord, clock: Clock): boolean {
  if (passwordEnteredAt === null) return false
  const sinceMs = clock.now() - passwordEnteredAt
  return sinceMs >= 0 && sinceMs < confirmedForMs
}

/**
 * Makes sure that whoever uses a session knows the account's password: a stolen session must not make what outlives
 * it. Throws AppError as `provePassword` does, and invalid_value, naming `field`, when a password is needed and none was
 * given.
 */
export async function confirmPassword(
  deps: ConfirmDeps,
  account: Account,
  session: SessionRecord,
  { password, field, caller }: { password: string; field: string; caller?: Caller },
): Promise<void> {
  if (isConfirmed(session, deps.clock)) return
  if (password === '') throw new AppError('invalid_value', 'Enter your password to continue.', { field })
  await provePassword(deps, account, password, { field, ...(caller && { caller }) })
  await deps.sessions.passwordEntered(session.id)
}
