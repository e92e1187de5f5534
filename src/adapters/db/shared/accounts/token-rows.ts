import { type Kysely, type Selectable, sql } from 'kysely'
import type { Account } from '../../../../accounts/account.ts'
import type { NewToken, TokenRecord } from '../../../../accounts/account-store.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { accountColumns, accountGone, lastUseMs, toAccount } from './account-rows.ts'
import { numberValue } from '../dialect.ts'
import type { Tables } from '../tables.ts'
import type { UseNotes } from './use-notes.ts'

/** The account of a valid token, blocked or not; records the token's use to the minute. */
export async function accountOfToken(
  db: Kysely<Tables>,
  hash: string,
  now: number,
  uses: UseNotes,
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
    const used = db.updateTable('api_token').set({ last_used_at: now }).where('id', '=', row.token_id)
    uses.note(row.token_id, () => used.execute())
  }
  return toAccount(row)
}

/**
 * Adds an unused token. Throws AppError invalid_value if the account already has `max`, counted while adding so that
 * simultaneous calls cannot exceed it, and unauthorized if the account is gone or `sessionId` has ended.
 */
export async function addToken(
  db: Kysely<Tables>,
  { accountId, name, hash, hint, max = Number.MAX_SAFE_INTEGER, sessionId }: NewToken,
  now: number,
): Promise<TokenRecord> {
  const isSessionLive =
    sessionId === undefined
      ? sql`true`
      : sql`exists (select 1 from session where id = ${sessionId} and account_id = ${accountId})`
  const { rows } = await sql<Selectable<Tables['api_token']>>`
    insert into api_token (account_id, name, hash, hint, created_at)
    select id, ${name}, ${hash}, ${hint}, ${numberValue(now)} from account
    where id = ${accountId} and (select count(*) from api_token where account_id = ${accountId}) < ${numberValue(max)}
      and ${isSessionLive}
    returning *
  `.execute(db)
  const [row] = rows
  if (row !== undefined) return toTokenRecord(row)
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where(sql<boolean>`${isSessionLive}`)
    .executeTakeFirst()
  if (account === undefined) throw accountGone()
  throw new AppError('invalid_value', { detail: 'tokensFull', max })
}

/** The tokens of an account, oldest first. */
export async function listTokens(db: Kysely<Tables>, accountId: number): Promise<TokenRecord[]> {
  const rows = await db
    .selectFrom('api_token')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(toTokenRecord)
}

/** Revokes a token. Returns false if the account has no such token. */
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
