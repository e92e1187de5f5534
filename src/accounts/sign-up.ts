import { AppError } from '../lib/app-error.ts'
import type { Account } from './account.ts'
import type { AccountStore } from './account-store.ts'
import { anyCaller, type Caller } from './caller.ts'
import { checkEmail } from './email.ts'
import { checkPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import type { SessionStore } from './session-store.ts'
import { startSession } from './sessions.ts'

export type SignUpDeps = {
  accounts: Pick<AccountStore, 'add' | 'byEmail'>
  sessions: Pick<SessionStore, 'add'>
}

/**
 * Makes an account and signs the browser in; gives the key of its session. Throws AppError forbidden where the operator
 * has closed sign-up, invalid_value for an address or a password that cannot be taken, and as `hashPassword` does.
 *
 * It tells that an address is taken. Only a message to that address could hide it, and an instance sends none; how many
 * addresses anyone can ask about is bounded by the rate of sign-ups.
 */
export async function signUp(
  { accounts, sessions }: SignUpDeps,
  {
    isOpen,
    email,
    password,
    browser,
    caller = anyCaller,
  }: { isOpen: boolean; email: string; password: string; browser: string; caller?: Caller },
): Promise<{ account: Account; key: string }> {
  if (!isOpen) {
    throw new AppError('forbidden', 'Sign-up is closed here. Ask the operator of this site for an account.')
  }
  const address = checkEmail(email)
  checkPassword(password, address, 'password')
  // Asked before the hashing, which is dear; two sign-ups at once are settled by `add`.
  if ((await accounts.byEmail(address)) !== undefined) throw isTaken()
  const passwordHash = await hashPassword(password, caller)
  const account = await accounts.add({ email: address, premium: false, admin: false, passwordHash })
  const { key } = await startSession(sessions, account.id, browser)
  return { account, key }
}

function isTaken(): AppError {
  return new AppError(
    'invalid_value',
    'There is an account with this e-mail address already. Sign in instead?',
    {
      field: 'email',
    },
  )
}
