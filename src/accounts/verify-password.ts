import { type Account, type Caller, unknownCaller } from './account.ts'
import { AppError } from '../lib/app-error.ts'
import type { GuardedAccounts } from './account-stores.ts'
import { isPassword } from './passwords.ts'

/**
 * Checks the password of a signed-in account before a sensitive change. Throws AppError invalid_value, naming `field`, when
 * it is wrong, rate_limited after too many attempts, and forbidden when the account has no password.
 */
export async function verifyPassword(
  { accounts, throttle }: GuardedAccounts,
  { id, email }: Account,
  password: string,
  { field, caller = unknownCaller }: { field: string; caller?: Caller },
): Promise<void> {
  const storedHash = await accounts.passwordHash(id)
  if (storedHash === null) {
    throw new AppError(
      'forbidden',
      'This account has no password yet. Ask the operator of this site to set one.',
    )
  }
  if (!(await throttle.attempt(email, () => isPassword(password, storedHash, caller), caller))) {
    throw new AppError('invalid_value', 'This is not your password.', { field })
  }
}
