import type { Account } from './account.ts'
import type { EndedAccess, Ending } from './end-access.ts'
import type { Identity, LinkedIdentity } from './sign-on/identity.ts'

export type TokenRecord = {
  id: number
  name: string
  /** The first letters of the token, by which its owner recognizes it. */
  hint: string
  createdAt: number
  lastUsedAt: number | null
}

export type NewToken = {
  accountId: number
  name: string
  hash: string
  hint: string
  /** The most tokens that the account may have, this one included. */
  max?: number
  /** The session that creates it, which must not have ended. */
  sessionId?: number
}

export type AccountSummary = Account & { tokens: number; gifs: number }

/** The media that may be removed from the media store with an account. */
export type RemovedFiles = { removedMediaIds: string[]; sourceMediaIds: string[]; preparedIds: string[] }

/** Accounts, their tokens, and the persons at a sign-on provider that they belong to. */
export type AccountStore = {
  /**
   * An account whose `passwordHash` is null has no sign-in; its tokens work. Throws AppError invalid_value for an
   * address in use.
   */
  add(account: {
    email: string
    premium: boolean
    admin: boolean
    passwordHash: string | null
  }): Promise<Account>
  /** Accounts whose address contains `text`, oldest first. `total` is exact. */
  find(query: {
    text: string
    start: number
    limit: number
  }): Promise<{ total: number; accounts: AccountSummary[] }>
  /** Returns true if at least one administrator is not blocked. */
  hasAdmin(): Promise<boolean>
  byId(id: number): Promise<Account | undefined>
  byEmail(email: string): Promise<Account | undefined>
  /** The account of a token, blocked or not; undefined for an unknown or revoked token. */
  byTokenHash(hash: string): Promise<Account | undefined>
  passwordHash(id: number): Promise<string | null>
  /** Null: no sign-in by password. With `instead`, sets it only if that is still the hash; otherwise returns false. */
  setPasswordHash(id: number, hash: string | null, instead?: string): Promise<boolean>
  /** False when another account has the address. */
  setEmail(id: number, email: string): Promise<boolean>
  setAdmin(id: number, admin: boolean): Promise<void>
  setPremium(id: number, premium: boolean): Promise<void>
  /**
   * Suspends or restores an account. Its sessions, tokens, webhooks and sign-ons are kept; while suspended, nothing is
   * accepted or delivered.
   */
  setBlocked(id: number, blocked: boolean): Promise<void>
  /**
   * Ends access to an account and sets its password or links its person, in one transaction; returns what ended.
   * Returns undefined and changes nothing if the account is gone, its password is not `instead`, or `link` is taken.
   */
  endAccess(id: number, ending: Ending): Promise<EndedAccess | undefined>
  /** Returns the access that ended since the owner last dismissed the list, newest first. */
  endedAccess(id: number): Promise<EndedAccess[]>
  dismissEndedAccess(id: number): Promise<void>
  /**
   * Removes its tokens, sessions and private GIFs too, and ends tasks that make private GIFs in error. Its public GIFs stay
   * without an owner, or are removed with all its unfinished tasks. `removedMediaIds` are the media that no GIF uses any
   * more: their files may be removed. `sourceMediaIds` are those whose kept sources may be removed, and `preparedIds` its prepared sources.
   */
  remove(id: number, publicGifs: 'keep' | 'remove'): Promise<RemovedFiles>
  /** Throws AppError invalid_value beyond `max`, and unauthorized when the account is gone or the session has ended. */
  addToken(token: NewToken): Promise<TokenRecord>
  tokens(accountId: number): Promise<TokenRecord[]>
  revokeToken(accountId: number, tokenId: number): Promise<boolean>
  /** The account of a person, blocked or not. */
  byIdentity(identity: Identity): Promise<Account | undefined>
  /** The identities of an account; at most one of each issuer. */
  identities(accountId: number): Promise<LinkedIdentity[]>
  /**
   * Returns false if the person already has another account, or the account another person of the same issuer. Throws
   * AppError unauthorized if the linking session `sessionId` has ended.
   */
  linkIdentity(
    accountId: number,
    identity: Identity & { email: string | null },
    sessionId?: number,
  ): Promise<boolean>
  /** Records a sign-in. */
  recordIdentityUse(identity: Identity & { email: string | null }): Promise<void>
  unlinkIdentity(accountId: number, issuer: string): Promise<boolean>
}
