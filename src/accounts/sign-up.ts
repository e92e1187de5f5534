import { type Account, type Caller, unknownCaller } from './account.ts'
import { AppError } from '../lib/app-error.ts'
import type { AccountStores } from './account-stores.ts'
import { checkEmail } from './email.ts'
import { checkPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { startPasswordSession } from './sessions.ts'

/**
 * Creates an account and signs the browser in; returns the key of its session. Throws AppError forbidden when sign-up is
 * closed, invalid_value for an unsuitable address or password, and as `hashPassword` does.
 *
 * It reveals that an address is in use. Hiding that would take an e-mail to the address, and instances send none; the rate
 * of sign-ups limits how many addresses anyone can ask about.
 */
export async function signUp(
  { accounts, sessions }: AccountStores,
  {
    isOpen,
    email,
    password,
    browser,
    caller = unknownCaller,
  }: { isOpen: boolean; email: string; password: string; browser: string; caller?: Caller },
): Promise<{ account: Account; key: string }> {
  if (!isOpen) {
    throw new AppError('forbidden', { detail: 'signUpClosed' })
  }
  const address = checkEmail(email)
  checkPassword(password, address, 'password')
  // Checked before hashing, which is expensive; `add` decides between two sign-ups at once.
  if ((await accounts.byEmail(address)) !== undefined) throw addressTaken()
  const passwordHash = await hashPassword(password, caller)
  const account = await accounts.add({ email: address, premium: false, admin: false, passwordHash })
  const { key } = await startPasswordSession(accounts, sessions, {
    accountId: account.id,
    passwordHash,
    browser,
  })
  return { account, key }
}

function addressTaken(): AppError {
  return new AppError('invalid_value', { detail: 'emailTakenSignIn' }, { field: 'email' })
}
