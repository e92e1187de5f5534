import type { Account } from './account.ts'

export type SessionRecord = {
  id: number
  createdAt: number
  lastUsedAt: number
  /** The user agent at sign-in, by which people recognize a session. */
  browser: string
  /**
   * When its person last proved who they are, by the password or at the provider. Signing in counts. Null: not known.
   */
  confirmedAt: number | null
  /**
   * The ID token of a session that began at the sign-on provider, which is sent there to sign out; null for a
   * password's.
   */
  idToken: string | null
}

/**
 * The provider's claims about a sign-in there. `authenticatedAt`: when it last authenticated the person; null: unknown.
 */
export type SignOnProof = { idToken: string; authenticatedAt: number | null }

/** The validity of a session since its last use, and since it began. */
export type SessionLimits = { idleMs: number; maxAgeMs: number }

/** More browsers than anyone uses; it keeps someone with a password from filling the disk with sessions. */
export const maxSessions = 100

/** Signed-in browsers. Only hashes of their keys are stored. */
export type SessionStore = {
  /**
   * Starts a session whose password was entered just now, or that began at the provider with `signOn`. Beyond `maxSessions`
   * of an account the least recently used end. Throws AppError unauthorized when the account is gone.
   */
  add(session: {
    accountId: number
    hash: string
    browser: string
    signOn?: SignOnProof
  }): Promise<SessionRecord>
  /** The valid session of a hash, with its account, blocked or not. Last use is recorded to the minute. */
  byHash(
    hash: string,
    limits: SessionLimits,
  ): Promise<{ account: Account; session: SessionRecord } | undefined>
  /** The valid sessions of an account, most recently used first. */
  list(accountId: number, limits: SessionLimits): Promise<SessionRecord[]>
  /** Records that the person of a session proved who they are: just now by default. */
  confirm(sessionId: number, at?: number): Promise<void>
  remove(accountId: number, sessionId: number): Promise<boolean>
  /** Ends all sessions of an account but the given one. */
  removeAll(accountId: number, exceptSessionId: number | null): Promise<number>
  /** Deletes expired sessions; returns how many. */
  forget(limits: SessionLimits): Promise<number>
}
