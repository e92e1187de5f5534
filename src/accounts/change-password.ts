import { type Account, type Caller, unknownCaller } from './account.ts'
import type { AccountStore } from './account-store.ts'
import { checkPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { type VerifyPasswordDeps, verifyPassword } from './verify-password.ts'
import type { SessionStore } from './session-store.ts'
import { passwordChanged, startPasswordSession } from './sessions.ts'

type SetPasswordDeps = {
  accounts: Pick<AccountStore, 'setPasswordHash' | 'revokeTokens'>
  sessions: Pick<SessionStore, 'removeAll'>
}

export type ChangePasswordDeps = SetPasswordDeps &
  VerifyPasswordDeps & { sessions: Pick<SessionStore, 'add' | 'remove'> }

/**
 * Changes the password, ends every session, revokes every API token with `revokeTokens`, and starts a new session for this
 * browser; returns its key. Throws AppError invalid_value for a wrong `current_password` or an unsuitable `new_password`, and
 * unauthorized when the password was changed or taken away meanwhile.
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
  const before = await deps.accounts.passwordHash(account.id)
  await verifyPassword(deps, account, current, { field: 'current_password', caller })
  const passwordHash = await hashPassword(next, caller)
  // Not over a change meanwhile: linking to a sign-on provider takes a password away for good.
  if (before === null || !(await deps.accounts.setPasswordHash(account.id, passwordHash, before))) {
    throw passwordChanged()
  }
  await endAccess(deps, account.id, revokeTokens)
  return startPasswordSession(deps.accounts, deps.sessions, { accountId: account.id, passwordHash, browser })
}

/**
 * For the operator: sets a password without asking for the old one, ends every session, and revokes every token with
 * `revokeTokens`.
 */
export async function setPassword(
  deps: SetPasswordDeps,
  { id, email }: Account,
  password: string,
  { revokeTokens = false, caller = unknownCaller }: { revokeTokens?: boolean; caller?: Caller } = {},
): Promise<void> {
  checkPassword(password, email, 'new_password')
  await deps.accounts.setPasswordHash(id, await hashPassword(password, caller))
  await endAccess(deps, id, revokeTokens)
}

async function endAccess(
  { accounts, sessions }: SetPasswordDeps,
  id: number,
  revokeTokens: boolean,
): Promise<void> {
  await sessions.removeAll(id, null)
  // After the sessions, so that a token that one of them creates at this moment is revoked too.
  if (revokeTokens) await accounts.revokeTokens(id)
}
