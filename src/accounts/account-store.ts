import type { Account } from './account.ts'

export type TokenRecord = {
  id: number
  name: string
  /** The first letters of the token, to tell tokens apart. */
  hint: string
  createdAt: number
  lastUsedAt: number | null
}

export interface AccountStore {
  add(account: { email: string; premium: boolean; admin: boolean }): Promise<Account>
  list(): Promise<(Account & { tokens: number; gifs: number })[]>
  byEmail(email: string): Promise<Account | undefined>
  /** The account of a live token; undefined for one unknown or revoked. */
  byTokenHash(hash: string): Promise<Account | undefined>
  setPremium(id: number, premium: boolean): Promise<void>
  /**
   * Its tokens go too; its public GIFs stay without an owner, its private ones are removed, and tasks making such end
   * in error. `removedMediaIds` are those that no GIF names any more: their files may go.
   */
  remove(id: number): Promise<{ removedMediaIds: string[] }>
  addToken(token: { accountId: number; name: string; hash: string; hint: string }): Promise<TokenRecord>
  tokens(accountId: number): Promise<TokenRecord[]>
  revokeToken(accountId: number, tokenId: number): Promise<boolean>
}
