import type { Kysely } from 'kysely'
import type { Account } from '../../../../accounts/account.ts'
import {
  maxSessions,
  type SessionLimits,
  type SessionRecord,
  type SessionStore,
  type SignOnProof,
} from '../../../../accounts/session-store.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { accountColumns, accountGone, lastUseMs, toAccount } from './account-rows.ts'
import type { RowOf, Tables } from '../tables.ts'
import { UseNotes } from './use-notes.ts'

/** The number of sessions forgotten in one statement, so that none holds the database for long. */
const forgetBatch = 500

export class SqlSessionStore implements SessionStore {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock
  readonly #uses = new UseNotes()

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async add({
    accountId,
    hash,
    browser,
    signOn,
  }: {
    accountId: number
    hash: string
    browser: string
    signOn?: SignOnProof
  }): Promise<SessionRecord> {
    const now = this.#clock.now()
    const confirmedAt = signOn === undefined ? now : notAfter(signOn.authenticatedAt, now)
    const idToken = signOn?.idToken ?? null
    // Reads the account's row: signing in while the account is being removed yields no session and no fault.
    const row = await this.#db
      .insertInto('session')
      .columns([
        'account_id',
        'hash',
        'browser',
        'created_at',
        'last_used_at',
        'password_entered_at',
        'id_token',
      ])
      .expression((eb) =>
        eb
          .selectFrom('account')
          .select((given) => [
            'id',
            given.val(hash).as('hash'),
            given.val(browser).as('browser'),
            given.val(now).as('created_at'),
            given.val(now).as('last_used_at'),
            given.val(confirmedAt).as('password_entered_at'),
            given.val(idToken).as('id_token'),
          ])
          .where('id', '=', accountId),
      )
      .returning(sessionColumns)
      .executeTakeFirst()
    if (row === undefined) throw accountGone()
    await this.#endBeyondMost(accountId, row.id)
    return toSession(row)
  }

  async byHash(
    hash: string,
    limits: SessionLimits,
  ): Promise<{ account: Account; session: SessionRecord } | undefined> {
    const { now, usedAfter, begunAfter } = this.#ends(limits)
    const row = await this.#db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .select(accountColumns)
      .select([
        'session.id as session_id',
        'session.browser',
        'session.created_at as begun_at',
        'session.last_used_at',
        'session.password_entered_at',
        'session.id_token',
      ])
      .where('session.hash', '=', hash)
      .where('session.last_used_at', '>', usedAfter)
      .where('session.created_at', '>', begunAfter)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const isTold = now - row.last_used_at < lastUseMs
    if (!isTold) this.#uses.note(row.session_id, () => this.#use(row.session_id, now))
    return {
      account: toAccount(row),
      session: {
        id: row.session_id,
        browser: row.browser,
        createdAt: row.begun_at,
        lastUsedAt: isTold ? row.last_used_at : now,
        confirmedAt: row.password_entered_at,
        idToken: row.id_token,
      },
    }
  }

  async list(accountId: number, limits: SessionLimits): Promise<SessionRecord[]> {
    const { usedAfter, begunAfter } = this.#ends(limits)
    const rows = await this.#db
      .selectFrom('session')
      .select(sessionColumns)
      .where('account_id', '=', accountId)
      .where('last_used_at', '>', usedAfter)
      .where('created_at', '>', begunAfter)
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map(toSession)
  }

  async confirm(sessionId: number, at = this.#clock.now()): Promise<void> {
    await this.#db
      .updateTable('session')
      .set({ password_entered_at: at })
      .where('id', '=', sessionId)
      .execute()
  }

  async remove(accountId: number, sessionId: number): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('session')
      .where('id', '=', sessionId)
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }

  async removeAll(accountId: number, exceptSessionId: number | null): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .$if(exceptSessionId !== null, (query) => query.where('id', '!=', exceptSessionId))
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  }

  async forget(limits: SessionLimits): Promise<number> {
    const { usedAfter, begunAfter } = this.#ends(limits)
    let forgotten = 0
    for (;;) {
      const { numDeletedRows } = await this.#db
        .deleteFrom('session')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('session')
            .select('id')
            .where((ended) =>
              ended.or([ended('last_used_at', '<=', usedAfter), ended('created_at', '<=', begunAfter)]),
            )
            .limit(forgetBatch),
        )
        .executeTakeFirstOrThrow()
      forgotten += Number(numDeletedRows)
      if (numDeletedRows < forgetBatch) return forgotten
    }
  }

  /** The times after which a valid session was last used and began. */
  #ends({ idleMs, maxAgeMs }: SessionLimits): { now: number; usedAfter: number; begunAfter: number } {
    const now = this.#clock.now()
    return { now, usedAfter: now - idleMs, begunAfter: now - maxAgeMs }
  }

  /** Ends the sessions of an account beyond the maximum: the longest unused, never the one that just began. */
  async #endBeyondMost(accountId: number, newestId: number): Promise<void> {
    await this.#db
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .where('id', '!=', newestId)
      .where('id', 'not in', (eb) =>
        eb
          .selectFrom('session')
          .select('id')
          .where('account_id', '=', accountId)
          .orderBy('last_used_at', 'desc')
          .orderBy('id', 'desc')
          .limit(maxSessions),
      )
      .execute()
  }

  async #use(sessionId: number, now: number): Promise<void> {
    await this.#db.updateTable('session').set({ last_used_at: now }).where('id', '=', sessionId).execute()
  }
}

const sessionColumns = [
  'id',
  'browser',
  'created_at',
  'last_used_at',
  'password_entered_at',
  'id_token',
] as const

/** The clock of a provider may be ahead. */
function notAfter(time: number | null, now: number): number | null {
  return time === null ? null : Math.min(time, now)
}

function toSession(row: RowOf<'session', typeof sessionColumns>): SessionRecord {
  return {
    id: row.id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    browser: row.browser,
    confirmedAt: row.password_entered_at,
    idToken: row.id_token,
  }
}
