import { AppError } from '../lib/app-error.ts'
import type { Account } from './account.ts'
import type { AccountStore } from './account-store.ts'
import { anyCaller, type Caller } from './caller.ts'
import { isPassword } from './passwords.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

export type ProveDeps = {
  accounts: Pick<AccountStore, 'passwordHash'>
  throttle: Pick<SignInThrottle, 'attempt'>
}

/**
 * Asks for the password of an account that is signed in, before a sensitive change. Throws AppError invalid_value,
 * naming `field`, when it is wrong, rate_limited when that was too often, and forbidden when there is none.
 */
export async function provePassword(
  { accounts, throttle }: ProveDeps,
  { id, email }: Account,
  password: string,
  { field, caller = anyCaller }: { field: string; caller?: Caller },
): Promise<void> {
  const kept = await accounts.passwordHash(id)
  if (kept === null) {
    throw new AppError(
      'forbidden',
      'This account has no password yet. Ask the operator of this site to set one.',
    )
  }
  if (!(await throttle.attempt(email, () => isPassword(password, kept, caller), caller))) {
    throw new AppError('invalid_value', 'This is not your password.', { field })
  }
}
