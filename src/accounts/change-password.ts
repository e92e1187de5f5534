import type { Account } from './account.ts'
import type { AccountStore } from './account-store.ts'
import { anyCaller, type Caller } from './caller.ts'
import { checkPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { type ProveDeps, provePassword } from './prove-password.ts'
import type { SessionStore } from './session-store.ts'
import { startSession } from './sessions.ts'

type SetPasswordDeps = {
  accounts: Pick<AccountStore, 'setPasswordHash' | 'revokeTokens'>
  sessions: Pick<SessionStore, 'removeAll'>
}

export type ChangePasswordDeps = SetPasswordDeps & ProveDeps & { sessions: Pick<SessionStore, 'add'> }

/**
 * Changes the password, ends every session, with `revokeTokens` every API token too, and begins a new session for this
 * browser; gives its key. Throws AppError
 * invalid_value for a wrong `current_password` or a `new_password` that cannot be taken.
 */
export async function changePassword(
  deps: ChangePasswordDeps,
  account: Account,
  {
    current,
    next,
    browser,
    revokeTokens = false,
    caller = anyCaller,
  }: { current: string; next: string; browser: string; revokeTokens?: boolean; caller?: Caller },
): Promise<{ key: string }> {
  checkPassword(next, account.email, 'new_password')
  await provePassword(deps, account, current, { field: 'current_password', caller })
  await setPassword(deps, account, next, { revokeTokens, caller })
  return startSession(deps.sessions, account.id, browser)
}

/** The operator's way: sets a password without asking for the old one, ends every session, and with `revokeTokens` every token. */
export async function setPassword(
  { accounts, sessions }: SetPasswordDeps,
  { id, email }: Account,
  password: string,
  { revokeTokens = false, caller = anyCaller }: { revokeTokens?: boolean; caller?: Caller } = {},
): Promise<void> {
  checkPassword(password, email, 'new_password')
  await accounts.setPasswordHash(id, await hashPassword(password, caller))
  await sessions.removeAll(id, null)
  // After the sessions: a token that one of them makes at this moment is revoked too.
  if (revokeTokens) await accounts.revokeTokens(id)
}
