import type { Account } from './account.ts'

export type SessionRecord = {
  id: number
  createdAt: number
  lastUsedAt: number
  /** The user agent at sign-in, by which people recognize a session. */
  browser: string
  /** Signing in counts. Null for a session of an earlier version. */
  passwordEnteredAt: number | null
}

/** How long a session is valid: since its last use, and since it began. */
export type SessionLimits = { idleMs: number; maxAgeMs: number }

/** More browsers than anyone uses; it keeps someone with a password from filling the disk with sessions. */
export const maxSessions = 100

/** Signed-in browsers. Only hashes of their keys are stored. */
export interface SessionStore {
  /**
   * Starts a session whose password was entered just now. Beyond `maxSessions` of an account the least recently used end.
   * Throws AppError unauthorized when the account is gone.
   */
  add(session: { accountId: number; hash: string; browser: string }): Promise<SessionRecord>
  /** The valid session of a hash, with its account, blocked or not. Last use is recorded to the minute. */
  byHash(
    hash: string,
    limits: SessionLimits,
  ): Promise<{ account: Account; session: SessionRecord } | undefined>
  /** The valid sessions of an account, most recently used first. */
  list(accountId: number, limits: SessionLimits): Promise<SessionRecord[]>
  /** Records that the password was entered in a session just now. */
  passwordEntered(sessionId: number): Promise<void>
  remove(accountId: number, sessionId: number): Promise<boolean>
  /** Ends all sessions of an account but the given one. */
  removeAll(accountId: number, exceptSessionId: number | null): Promise<number>
  /** Deletes expired sessions; returns how many. */
  forget(limits: SessionLimits): Promise<number>
}
