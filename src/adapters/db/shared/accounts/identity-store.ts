import type { Kysely } from 'kysely'
import type { Account } from '../../../../accounts/account.ts'
import type { Identity, IdentityStore, LinkedIdentity } from '../../../../accounts/sign-on/identity.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { isUniqueViolation } from '../dialect.ts'
import type { Tables } from '../tables.ts'
import { inWriteTransaction } from '../transactions.ts'
import { accountColumns, accountGone, isSession, toAccount } from './account-rows.ts'

export class SqlIdentityStore implements IdentityStore {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async accountOf({ issuer, subject }: Identity): Promise<Account | undefined> {
    const row = await this.#db
      .selectFrom('account_identity')
      .innerJoin('account', 'account.id', 'account_identity.account_id')
      .select(accountColumns)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
    return row && toAccount(row)
  }

  async list(accountId: number): Promise<LinkedIdentity[]> {
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

  async link(
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

  async noteUse({ issuer, subject, email }: Identity & { email: string | null }): Promise<void> {
    await this.#db
      .updateTable('account_identity')
      .set({ last_used_at: this.#clock.now(), email })
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .execute()
  }

  async unlink(accountId: number, issuer: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('account_identity')
      .where('account_id', '=', accountId)
      .where('issuer', '=', issuer)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }
}

/** Links a person to an account. */
export async function insertIdentity(
  db: Kysely<Tables>,
  accountId: number,
  { issuer, subject, email }: Identity & { email: string | null },
  now: number,
): Promise<void> {
  await db
    .insertInto('account_identity')
    .values({ issuer, subject, account_id: accountId, email, linked_at: now, last_used_at: now })
    .execute()
}
