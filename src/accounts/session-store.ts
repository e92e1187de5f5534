import type { Account } from './account.ts'

export type SessionRecord = {
  id: number
  createdAt: number
  lastUsedAt: number
  /** What the browser said of itself when it signed in, to tell sessions apart. */
  browser: string
  /** Signing in counts. Null for a session of an earlier version. */
  passwordEnteredAt: number | null
}

/** How long a session holds: since it was last used, and since it began. */
export type SessionLimits = { idleMs: number; wholeMs: number }

/** More browsers than anyone uses; who knows a password cannot fill the disk with sessions. */
export const maxSessions = 100

/** The browsers that are signed in. Only hashes of what they hold are kept. */
export interface SessionStore {
  /**
   * Begins a session, with the password entered just now. Of an account that has more than `maxSessions` those end that were not used for longest. Throws
   * AppError unauthorized when the account is gone.
   */
  add(session: { accountId: number; hash: string; browser: string }): Promise<SessionRecord>
  /** The live session of a hash, with its account, blocked or not. Its last use is told to the minute. */
  byHash(
    hash: string,
    limits: SessionLimits,
  ): Promise<{ account: Account; session: SessionRecord } | undefined>
  /** Those of an account that are live, the last used first. */
  list(accountId: number, limits: SessionLimits): Promise<SessionRecord[]>
  /** Notes that the password was entered in a session just now. */
  passwordEntered(sessionId: number): Promise<void>
  remove(accountId: number, sessionId: number): Promise<boolean>
  /** Ends all sessions of an account, but the one named. */
  removeAll(accountId: number, exceptSessionId: number | null): Promise<number>
  /** Deletes those that hold no more; gives how many. */
  forget(limits: SessionLimits): Promise<number>
}
