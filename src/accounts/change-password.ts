import { type Account, type Caller, unknownCaller } from './account.ts'
import type { AccountStore } from './account-store.ts'
import { checkPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { type VerifyPasswordDeps, verifyPassword } from './verify-password.ts'
import type { SessionStore } from './session-store.ts'
import { startSession } from './sessions.ts'

type SetPasswordDeps = {
  accounts: Pick<AccountStore, 'setPasswordHash' | 'revokeTokens'>
  sessions: Pick<SessionStore, 'removeAll'>
}

export type ChangePasswordDeps = SetPasswordDeps &
  VerifyPasswordDeps & { sessions: Pick<SessionStore, 'add'> }

/**
 * Changes the password, ends every session, revokes every API token with `revokeTokens`, and starts a new session for this
 * browser; returns its key. Throws AppError invalid_value for a wrong `current_password` or an unsuitable `new_password`.
 */
export async function changePassword(
  deps: ChangePasswordDeps,
  account: Account,
  {
    current,
    next,
    browser,
    revokeTokens = false,
    caller = unknownCaller,
  }: { current: string; next: string; browser: string; revokeTokens?: boolean; caller?: Caller },
): Promise<{ key: string }> {
  checkPassword(next, account.email, 'new_password')
  await verifyPassword(deps, account, current, { field: 'current_password', caller })
  await setPassword(deps, account, next, { revokeTokens, caller })
  return startSession(deps.sessions, account.id, browser)
}

/**
 * For the operator: sets a password without asking for the old one, ends every session, and revokes every token with
 * `revokeTokens`.
 */
export async function setPassword(
  { accounts, sessions }: SetPasswordDeps,
  { id, email }: Account,
  password: string,
  { revokeTokens = false, caller = unknownCaller }: { revokeTokens?: boolean; caller?: Caller } = {},
): Promise<void> {
  checkPassword(password, email, 'new_password')
  await accounts.setPasswordHash(id, await hashPassword(password, caller))
  await sessions.removeAll(id, null)
  // After the sessions, so that a token that one of them creates at this moment is revoked too.
  if (revokeTokens) await accounts.revokeTokens(id)
}
