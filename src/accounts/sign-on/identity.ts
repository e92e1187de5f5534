import type { Account } from '../account.ts'

/** A person at a sign-on provider. `subject` is unique there and never changes; an e-mail address may do both. */
export type Identity = { issuer: string; subject: string }

/** What the provider says of a person who signed in there. */
export type SignOnClaims = Identity & {
  email: string | null
  /** Whether the provider says that the address is the person's. */
  emailVerified: boolean
  groups: string[]
  /** When the person was last authenticated there; null: not said. */
  authenticatedAt: number | null
  idToken: string
}

export type LinkedIdentity = Identity & {
  /** The address at the provider at the last sign-in, verified or not. */
  email: string | null
  linkedAt: number
  lastUsedAt: number
}

/** Which account is which person at a provider. */
export interface IdentityStore {
  /** The account of a person, blocked or not. */
  accountOf(identity: Identity): Promise<Account | undefined>
  /** The identities of an account; at most one of each issuer. */
  list(accountId: number): Promise<LinkedIdentity[]>
  /**
   * Returns false if the person already has another account, or the account another person of the same issuer. Throws
   * AppError unauthorized if the linking session `sessionId` has ended.
   */
  link(accountId: number, identity: Identity & { email: string | null }, sessionId?: number): Promise<boolean>
  /** Records a sign-in. */
  noteUse(identity: Identity & { email: string | null }): Promise<void>
  unlink(accountId: number, issuer: string): Promise<boolean>
}
