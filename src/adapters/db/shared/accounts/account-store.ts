import type { Kysely, UpdateObject } from 'kysely'
import type { Account } from '../../../../accounts/account.ts'
import type {
  AccountStore,
  AccountSummary,
  NewToken,
  RemovedFiles,
  TokenRecord,
} from '../../../../accounts/account-store.ts'
import type { EndedAccess, Ending } from '../../../../accounts/end-access.ts'
import { AppError } from '../../../../lib/app-error.ts'
import type { Clock } from '../../../../lib/clock.ts'
import * as accessRows from './access-rows.ts'
import { removeAccountRows } from './account-removal.ts'
import {
  accountColumns,
  accountGone,
  foldedEmail,
  insertIdentity,
  isSession,
  toAccount,
} from './account-rows.ts'
import { containsText, isUniqueViolation } from '../dialect.ts'
import { inWriteTransaction, type OnChange } from '../transactions.ts'
import type { Tables } from '../tables.ts'
import * as tokenRows from './token-rows.ts'
import { UseNotes } from './use-notes.ts'
import type { Identity, LinkedIdentity } from '../../../../accounts/sign-on/identity.ts'

export class SqlAccountStore implements AccountStore {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock
  readonly #onCatalogueChange: OnChange
  readonly #uses = new UseNotes()

  /** `onCatalogueChange` is called when the removal of an account removed or changed GIFs. */
  constructor(db: Kysely<Tables>, clock: Clock, onCatalogueChange: OnChange = () => undefined) {
    this.#db = db
    this.#clock = clock
    this.#onCatalogueChange = onCatalogueChange
  }

  async add(account: {
    email: string
    premium: boolean
    admin: boolean
    passwordHash: string | null
  }): Promise<Account> {
    try {
      const row = await this.#db
        .insertInto('account')
        .values({
          email: foldedEmail(account.email),
          premium: Number(account.premium),
          admin: Number(account.admin),
          password_hash: account.passwordHash,
          created_at: this.#clock.now(),
        })
        .returning(accountColumns)
        .executeTakeFirstOrThrow()
      return toAccount(row)
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      throw new AppError('invalid_value', { detail: 'emailTaken' }, { field: 'email', cause: error })
    }
  }

  async find({
    text,
    start,
    limit,
  }: {
    text: string
    start: number
    limit: number
  }): Promise<{ total: number; accounts: AccountSummary[] }> {
    const matching = this.#db.selectFrom('account').where(containsText('email', foldedEmail(text)))
    const { total } = await matching
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const page = matching.select('id').orderBy('id').limit(limit).offset(start)
    const rows = await this.#db
      .selectFrom('account')
      .select(accountColumns)
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
      .where('account.id', 'in', page)
      .orderBy('account.id')
      .execute()
    const accounts = rows.map((row) => ({ ...toAccount(row), tokens: row.tokens ?? 0, gifs: row.gifs ?? 0 }))
    return { total, accounts }
  }

  async hasAdmin(): Promise<boolean> {
    const row = await this.#db
      .selectFrom('account')
      .select('id')
      .where('admin', '=', 1)
      .where('blocked', '=', 0)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  async byId(id: number): Promise<Account | undefined> {
    const row = await this.#db
      .selectFrom('account')
      .select(accountColumns)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && toAccount(row)
  }

  async byEmail(email: string): Promise<Account | undefined> {
    const row = await this.#db
      .selectFrom('account')
      .select(accountColumns)
      .where('email', '=', foldedEmail(email))
      .executeTakeFirst()
    return row && toAccount(row)
  }

  byTokenHash(hash: string): Promise<Account | undefined> {
    return tokenRows.accountOfToken(this.#db, hash, this.#clock.now(), this.#uses)
  }

  async passwordHash(id: number): Promise<string | null> {
    const row = await this.#db
      .selectFrom('account')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.password_hash ?? null
  }

  async setPasswordHash(id: number, hash: string | null, instead?: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('account')
      .set({ password_hash: hash })
      .where('id', '=', id)
      .$if(instead !== undefined, (query) => query.where('password_hash', '=', instead ?? null))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  async setEmail(id: number, email: string): Promise<boolean> {
    try {
      await this.#set(id, { email: foldedEmail(email) })
      return true
    } catch (error) {
      if (isUniqueViolation(error)) return false
      throw error
    }
  }

  setAdmin(id: number, admin: boolean): Promise<void> {
    return this.#set(id, { admin: Number(admin) })
  }

  setPremium(id: number, premium: boolean): Promise<void> {
    return this.#set(id, { premium: Number(premium) })
  }

  setBlocked(id: number, blocked: boolean): Promise<void> {
    return accessRows.setBlocked(this.#db, id, blocked, this.#clock.now())
  }

  endAccess(id: number, ending: Ending): Promise<EndedAccess | undefined> {
    return accessRows.endAccess(this.#db, id, ending, this.#clock.now())
  }

  endedAccess(id: number): Promise<EndedAccess[]> {
    return accessRows.readEnded(this.#db, id)
  }

  dismissEndedAccess(id: number): Promise<void> {
    return this.#set(id, { ended_access: null })
  }

  remove(id: number, publicGifs: 'keep' | 'remove'): Promise<RemovedFiles> {
    const now = this.#clock.now()
    return removeAccountRows(this.#db, { id, publicGifs, now }, this.#onCatalogueChange)
  }

  addToken(token: NewToken): Promise<TokenRecord> {
    // One at a time: each counts the ones added before it.
    return inWriteTransaction(this.#db, 'accounts', (trx) =>
      tokenRows.addToken(trx, token, this.#clock.now()),
    )
  }

  tokens(accountId: number): Promise<TokenRecord[]> {
    return tokenRows.listTokens(this.#db, accountId)
  }

  revokeToken(accountId: number, tokenId: number): Promise<boolean> {
    return tokenRows.revokeToken(this.#db, accountId, tokenId)
  }

  async #set(id: number, change: UpdateObject<Tables, 'account'>): Promise<void> {
    await this.#db.updateTable('account').set(change).where('id', '=', id).execute()
  }

  async byIdentity({ issuer, subject }: Identity): Promise<Account | undefined> {
    const row = await this.#db
      .selectFrom('account_identity')
      .innerJoin('account', 'account.id', 'account_identity.account_id')
      .select(accountColumns)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
    return row && toAccount(row)
  }

  async identities(accountId: number): Promise<LinkedIdentity[]> {
    const rows = await this.#db
      .selectFrom('account_identity')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('linked_at')
      .execute()
    return rows.map(({ issuer, subject, email, linked_at, last_used_at }) => ({
      issuer,
      subject,
      email,
      linkedAt: linked_at,
      lastUsedAt: last_used_at,
    }))
  }

  async linkIdentity(
    accountId: number,
    identity: Identity & { email: string | null },
    sessionId?: number,
  ): Promise<boolean> {
    try {
      // Ending the session also ends linked sign-ons, under the same lock.
      await inWriteTransaction(this.#db, 'accounts', async (trx) => {
        if (sessionId !== undefined && !(await isSession(trx, sessionId))) throw accountGone()
        await insertIdentity(trx, accountId, identity, this.#clock.now())
      })
      return true
    } catch (error) {
      if (isUniqueViolation(error)) return false
      throw error
    }
  }

  async recordIdentityUse({ issuer, subject, email }: Identity & { email: string | null }): Promise<void> {
    await this.#db
      .updateTable('account_identity')
      .set({ last_used_at: this.#clock.now(), email })
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .execute()
  }

  async unlinkIdentity(accountId: number, issuer: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('account_identity')
      .where('account_id', '=', accountId)
      .where('issuer', '=', issuer)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }
}
