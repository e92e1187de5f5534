import { type Account, type Caller, unknownCaller } from './account.ts'
import type { AccountStore } from './account-store.ts'
import type { GuardedAccounts } from './account-stores.ts'
import { accessKinds, type EndedAccess, kindsOfOwnPassword } from './end-access.ts'
import { checkPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { verifyPassword } from './verify-password.ts'
import { passwordChanged, startPasswordSession } from './sessions.ts'

/**
 * Changes the password, ends every session and, with `endPrograms`, every API token and webhook, and starts a new
 * session for this browser; returns its key. Throws AppError invalid_value for a wrong `current_password` or an
 * unsuitable `new_password`, and unauthorized if the password was changed or removed in the meantime.
 */
export async function changePassword(
  deps: GuardedAccounts,
  account: Account,
  {
    current,
    next,
    browser,
    endPrograms = false,
    caller = unknownCaller,
  }: { current: string; next: string; browser: string; endPrograms?: boolean; caller?: Caller },
): Promise<{ key: string }> {
  checkPassword(next, account.email, 'new_password')
  const before = await deps.accounts.passwordHash(account.id)
  await verifyPassword(deps, account, current, { field: 'current_password', caller })
  const passwordHash = await hashPassword(next, caller)
  if (before === null) throw passwordChanged()
  const ended = await deps.accounts.endAccess(account.id, {
    by: 'owner',
    kinds: kindsOfOwnPassword(endPrograms),
    // Does not overwrite a concurrent change: linking to a sign-on provider removes a password permanently.
    password: { hash: passwordHash, instead: before },
  })
  if (ended === undefined) throw passwordChanged()
  return startPasswordSession(deps.accounts, deps.sessions, { accountId: account.id, passwordHash, browser })
}

/**
 * Sets a password for the operator, without the old one, and ends all other access to the account. The first password
 * ends nothing if nobody has signed in yet: the operator gave the account's tokens to its owner. Returns what ended.
 */
export async function setPassword(
  accounts: AccountStore,
  { id, email }: Account,
  password: string,
  { caller = unknownCaller }: { caller?: Caller } = {},
): Promise<EndedAccess | undefined> {
  checkPassword(password, email, 'new_password')
  const hash = await hashPassword(password, caller)
  return accounts.endAccess(id, {
    by: 'operator',
    kinds: accessKinds,
    password: { hash },
    unlessUnused: true,
  })
}
