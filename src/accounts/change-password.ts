import type { Account } from './account.ts'
import type { AccountStore } from './account-store.ts'
import { checkPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { type ProveDeps, provePassword } from './prove-password.ts'
import type { SessionStore } from './session-store.ts'
import { startSession } from './sessions.ts'

type SetPasswordDeps = {
  accounts: Pick<AccountStore, 'setPasswordHash'>
  sessions: Pick<SessionStore, 'removeAll'>
}

export type ChangePasswordDeps = SetPasswordDeps & ProveDeps & { sessions: Pick<SessionStore, 'add'> }

/**
 * Changes the password, ends every session and begins a new one for this browser; gives its key. Throws AppError
 * invalid_value for a wrong `current_password` or a `new_password` that cannot be taken.
 */
export async function changePassword(
  deps: ChangePasswordDeps,
  account: Account,
  {
    current,
    next,
    browser,
    client = null,
  }: { current: string; next: string; browser: string; client?: string | null },
): Promise<{ key: string }> {
  checkPassword(next, account.email, 'new_password')
  await provePassword(deps, account, current, { field: 'current_password', client })
  await setPassword(deps, account, next, client)
  return startSession(deps.sessions, account.id, browser)
}

/** The operator's way: sets a password without asking for the old one, and ends every session. */
export async function setPassword(
  { accounts, sessions }: SetPasswordDeps,
  { id, email }: Account,
  password: string,
  client: string | null = null,
): Promise<void> {
  checkPassword(password, email, 'new_password')
  await accounts.setPasswordHash(id, await hashPassword(password, client))
  await sessions.removeAll(id, null)
}
