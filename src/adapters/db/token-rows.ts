import type { Kysely, Selectable } from 'kysely'
import type { Account } from '../../accounts/account.ts'
import type { TokenRecord } from '../../accounts/account-store.ts'
import { accountColumns, lastUseMs, toAccount } from './account-rows.ts'
import type { Tables } from './tables.ts'

/** The account of a live token, blocked or not; the token's use is remembered, to the minute. */
export async function accountOfToken(
  db: Kysely<Tables>,
  hash: string,
  now: number,
): Promise<Account | undefined> {
  const row = await db
    .selectFrom('api_token')
    .innerJoin('account', 'account.id', 'api_token.account_id')
    .select(accountColumns)
    .select(['api_token.id as token_id', 'api_token.last_used_at'])
    .where('api_token.hash', '=', hash)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.last_used_at === null || now - row.last_used_at >= lastUseMs) {
    await db.updateTable('api_token').set({ last_used_at: now }).where('id', '=', row.token_id).execute()
  }
  return toAccount(row)
}

/** Adds a token that was never used. */
export async function addToken(
  db: Kysely<Tables>,
  { accountId, name, hash, hint }: { accountId: number; name: string; hash: string; hint: string },
  now: number,
): Promise<TokenRecord> {
  const row = await db
    .insertInto('api_token')
    .values({ account_id: accountId, name, hash, hint, created_at: now, last_used_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toTokenRecord(row)
}

/** The tokens of an account, the oldest first. */
export async function listTokens(db: Kysely<Tables>, accountId: number): Promise<TokenRecord[]> {
  const rows = await db
    .selectFrom('api_token')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(toTokenRecord)
}

/** False when the account has no such token. */
export async function revokeToken(db: Kysely<Tables>, accountId: number, tokenId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('api_token')
    .where('id', '=', tokenId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

function toTokenRecord(row: Selectable<Tables['api_token']>): TokenRecord {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
