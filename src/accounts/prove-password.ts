import { AppError } from '../lib/app-error.ts'
import type { Account } from './account.ts'
import type { AccountStore } from './account-store.ts'
import { isPassword } from './passwords.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

export type ProveDeps = {
  accounts: Pick<AccountStore, 'passwordHash'>
  throttle: Pick<SignInThrottle, 'begin' | 'succeeded'>
}

/**
 * Asks who is signed in for the password once more, before what cannot be undone. Throws AppError invalid_value,
 * naming `field`, when it is wrong, rate_limited when that was too often, and forbidden when there is none.
 */
export async function provePassword(
  { accounts, throttle }: ProveDeps,
  { id, email }: Account,
  password: string,
  { field, client = null }: { field: string; client?: string | null },
): Promise<void> {
  const kept = await accounts.passwordHash(id)
  if (kept === null) {
    throw new AppError(
      'forbidden',
      'This account has no password yet. Ask the operator of this site to set one.',
    )
  }
  throttle.begin(email)
  if (!(await isPassword(password, kept, client))) {
    throw new AppError('invalid_value', 'This is not your password.', { field })
  }
  throttle.succeeded(email)
}
