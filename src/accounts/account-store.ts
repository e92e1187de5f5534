import type { Account } from './account.ts'

export type TokenRecord = {
  id: number
  name: string
  /** The first letters of the token, to tell tokens apart. */
  hint: string
  createdAt: number
  lastUsedAt: number | null
}

export type NewToken = {
  accountId: number
  name: string
  hash: string
  hint: string
  /** How many tokens the account may have with this one. */
  max?: number
  /** The session it is made in, which must not have ended by then. */
  sessionId?: number
}

export type AccountSummary = Account & { tokens: number; gifs: number }

export interface AccountStore {
  /** `passwordHash` null: nobody can sign in to it, its tokens work. Throws AppError invalid_value for an address taken. */
  add(account: {
    email: string
    premium: boolean
    admin: boolean
    passwordHash: string | null
  }): Promise<Account>
  /** Those whose address contains `text`, the oldest first. `total` is exact. */
  find(query: {
    text: string
    start: number
    limit: number
  }): Promise<{ total: number; accounts: AccountSummary[] }>
  byId(id: number): Promise<Account | undefined>
  byEmail(email: string): Promise<Account | undefined>
  /** The account of a live token, blocked or not; undefined for a token unknown or revoked. */
  byTokenHash(hash: string): Promise<Account | undefined>
  passwordHash(id: number): Promise<string | null>
  /** With `instead` only where that is still the hash; false when it is another by now. */
  setPasswordHash(id: number, hash: string, instead?: string): Promise<boolean>
  setPremium(id: number, premium: boolean): Promise<void>
  setBlocked(id: number, blocked: boolean): Promise<void>
  /**
   * Its tokens and sessions go too, its private GIFs are removed, and tasks making such end in error. Its public GIFs
   * stay without an owner, or go as well, and with them all its tasks that have not ended. `removedMediaIds` are those that no GIF names any more: their files may go.
   */
  remove(id: number, publicGifs: 'keep' | 'remove'): Promise<{ removedMediaIds: string[] }>
  /** Throws AppError invalid_value for one too many, and unauthorized when the account is gone or the session has ended. */
  addToken(token: NewToken): Promise<TokenRecord>
  tokens(accountId: number): Promise<TokenRecord[]>
  revokeToken(accountId: number, tokenId: number): Promise<boolean>
  /** Revokes every token of an account; gives how many. */
  revokeTokens(accountId: number): Promise<number>
}
