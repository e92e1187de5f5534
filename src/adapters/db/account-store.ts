import type { Kysely, Selectable } from 'kysely'
import type { Account } from '../../accounts/account.ts'
import type { AccountStore, TokenRecord } from '../../accounts/account-store.ts'
import { AppError, type ErrorView } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { isUniqueViolation, jsonFlag, listOf } from './dialect.ts'
import type { Tables } from './tables.ts'

/** A token's last use is told to the minute, so that not every request writes. */
const lastUseMs = 60_000

const ownerGone: ErrorView = {
  code: 'forbidden',
  message: 'The account that asked for this private GIF was removed.',
}

export class SqlAccountStore implements AccountStore {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async add({
    email,
    premium,
    admin,
  }: {
    email: string
    premium: boolean
    admin: boolean
  }): Promise<Account> {
    try {
      const row = await this.#db
        .insertInto('account')
        .values({
          email: folded(email),
          premium: Number(premium),
          admin: Number(admin),
          created_at: this.#clock.now(),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toAccount(row)
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      throw new AppError('invalid_value', 'There is an account with this e-mail address already.', {
        field: 'email',
        cause: error,
      })
    }
  }

  async list(): Promise<(Account & { tokens: number; gifs: number })[]> {
    const rows = await this.#db
      .selectFrom('account')
      .selectAll()
      .select((eb) => [
        eb
          .selectFrom('api_token')
          .whereRef('api_token.account_id', '=', 'account.id')
          .select((token) => token.fn.countAll<number>().as('tokens'))
          .as('tokens'),
        eb
          .selectFrom('gif')
          .whereRef('gif.owner_id', '=', 'account.id')
          .select((gif) => gif.fn.countAll<number>().as('gifs'))
          .as('gifs'),
      ])
      .orderBy('id')
      .execute()
    return rows.map((row) => ({ ...toAccount(row), tokens: row.tokens ?? 0, gifs: row.gifs ?? 0 }))
  }

  async byEmail(email: string): Promise<Account | undefined> {
    const row = await this.#db
      .selectFrom('account')
      .selectAll()
      .where('email', '=', folded(email))
      .executeTakeFirst()
    return row && toAccount(row)
  }

  async byTokenHash(hash: string): Promise<Account | undefined> {
    const row = await this.#db
      .selectFrom('api_token')
      .innerJoin('account', 'account.id', 'api_token.account_id')
      .selectAll('account')
      .select(['api_token.id as token_id', 'api_token.last_used_at'])
      .where('api_token.hash', '=', hash)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const now = this.#clock.now()
    if (row.last_used_at === null || now - row.last_used_at >= lastUseMs) {
      await this.#db
        .updateTable('api_token')
        .set({ last_used_at: now })
        .where('id', '=', row.token_id)
        .execute()
    }
    return toAccount(row)
  }

  async setPremium(id: number, premium: boolean): Promise<void> {
    await this.#db
      .updateTable('account')
      .set({ premium: Number(premium) })
      .where('id', '=', id)
      .execute()
  }

  remove(id: number): Promise<{ removedMediaIds: string[] }> {
    return this.#db.transaction().execute(async (trx) => {
      // Private GIFs are neither in the search index nor in a pool: the row is all there is.
      const removed = await trx
        .deleteFrom('gif')
        .where('owner_id', '=', id)
        .where('private', '=', 1)
        .returning('media_id')
        .execute()
      // A private GIF still in the making would belong to nobody: its task ends, and its worker loses the claim.
      await trx
        .updateTable('task')
        .set({
          status: 'error',
          error: JSON.stringify(ownerGone),
          ended_at: this.#clock.now(),
          claim_token: null,
        })
        .where('owner_id', '=', id)
        .where('ended_at', 'is', null)
        .where(jsonFlag('request', 'private'))
        .execute()
      await trx.deleteFrom('account').where('id', '=', id).execute()
      return {
        removedMediaIds: await unused(
          trx,
          removed.map((gif) => gif.media_id),
        ),
      }
    })
  }

  async addToken(token: {
    accountId: number
    name: string
    hash: string
    hint: string
  }): Promise<TokenRecord> {
    const row = await this.#db
      .insertInto('api_token')
      .values({
        account_id: token.accountId,
        name: token.name,
        hash: token.hash,
        hint: token.hint,
        created_at: this.#clock.now(),
        last_used_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toTokenRecord(row)
  }

  async tokens(accountId: number): Promise<TokenRecord[]> {
    const rows = await this.#db
      .selectFrom('api_token')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute()
    return rows.map(toTokenRecord)
  }

  async revokeToken(accountId: number, tokenId: number): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('api_token')
      .where('id', '=', tokenId)
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }
}

/** Addresses are one account however they are written: without regard to case and spaces around. */
function folded(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** Those of the media that no GIF names any more. */
async function unused(trx: Kysely<Tables>, mediaIds: string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('gif')
    .select('media_id')
    .where('media_id', 'in', listOf(mediaIds))
    .execute()
  const used = new Set(rows.map((row) => row.media_id))
  return [...new Set(mediaIds)].filter((mediaId) => !used.has(mediaId))
}

function toAccount(row: Selectable<Tables['account']>): Account {
  return {
    id: row.id,
    email: row.email,
    premium: row.premium === 1,
    admin: row.admin === 1,
    createdAt: row.created_at,
  }
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
