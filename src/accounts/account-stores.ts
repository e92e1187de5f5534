import type { AccountStore } from './account-store.ts'
import type { AppStore } from './apps/app-store.ts'
import type { AttemptStore } from './attempt-store.ts'
import type { SessionStore } from './session-store.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

/** Everything that is stored about accounts and who may use them. Passed whole to the functions that need more than one store. */
export type AccountStores = {
  accounts: AccountStore
  sessions: SessionStore
  apps: AppStore
  /** Wrong passwords are counted here. */
  attempts: AttemptStore
}

/** The stores of accounts for functions that check passwords, with the limit of wrong ones. */
export type GuardedAccounts = AccountStores & { throttle: SignInThrottle }
