import { Buffer } from 'node:buffer'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Clock } from '../../../../lib/clock.ts'
import type { Contact, Notice, NoticeCase } from '../../../../catalogue/notices/notice.ts'
import type {
  AddedNotice,
  CaseFilter,
  CasePage,
  NewDecision,
  NewNotice,
  NoticeRecord,
  NoticeStore,
  OpenLimits,
} from '../../../../catalogue/notices/notice-store.ts'
import { deleteGifRow, selectGifs, toGif, updateGifRow } from '../catalogue/gif-rows.ts'
import { inWriteTransaction, type OnChange } from '../transactions.ts'
import type { Tables } from '../tables.ts'
import { recordNotice } from '../webhooks/event-rows.ts'
import { readCases, toNotice } from './case-rows.ts'
import { openCase } from './open-notices.ts'

/** The number of cases read at once, so that an export of any size takes little memory. */
const batch = 100

export class SqlNoticeStore implements NoticeStore {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock
  readonly #onChange: OnChange
  readonly #publicMedia: boolean

  /**
   * `onChange` is called after a decision that may have changed the catalogue was committed; `publicMedia` is that of
   * `updateGifRow`.
   */
  constructor(
    db: Kysely<Tables>,
    clock: Clock,
    onChange: OnChange = () => undefined,
    { publicMedia = false }: { publicMedia?: boolean } = {},
  ) {
    this.#db = db
    this.#clock = clock
    this.#onChange = onChange
    this.#publicMedia = publicMedia
  }

  /** Adds a notice, without a sender if the account was removed in the meantime. */
  add(notice: NewNotice, limits: OpenLimits): Promise<AddedNotice> {
    return inWriteTransaction(this.#db, 'catalogue', async (trx) => {
      const caseId = await openCase(trx, notice.gifId)
      if (caseId === undefined) return 'gone'
      const { inAll, ofReason } = await trx
        .selectFrom('notice')
        .select((eb) => [
          eb.fn.countAll<number>().as('inAll'),
          sql<number>`count(*) filter (where case_id = ${caseId} and reason = ${notice.reason})`.as(
            'ofReason',
          ),
        ])
        .where('closed_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (ofReason >= limits.ofReason) return 'reason_full'
      if (inAll >= limits.inAll) return 'all_full'
      await trx
        .insertInto('notice')
        .values((eb) => ({
          case_id: caseId,
          reference: notice.reference,
          secret_hash: notice.secretHash,
          reason: notice.reason,
          words: notice.words,
          capacity: notice.capacity,
          rights_owner: notice.rightsOwner,
          work: notice.work,
          statements: JSON.stringify(notice.statements),
          contact: notice.contact === null ? null : JSON.stringify(notice.contact),
          reporter_id: eb.selectFrom('account').select('id').where('id', '=', notice.reporterId),
          created_at: this.#clock.now(),
        }))
        .execute()
      const gif = await selectGifs(trx).where('gif.id', '=', notice.gifId).executeTakeFirstOrThrow()
      await recordNotice(trx, toGif(gif), notice)
      return 'added'
    })
  }

  async bySecretHash(hash: string): Promise<{ notice: Notice; about: NoticeCase } | undefined> {
    const row = await this.#db
      .selectFrom('notice')
      .selectAll()
      .where('secret_hash', '=', hash)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const [about] = await readCases(this.#db, [row.case_id])
    return about && { notice: toNotice(row), about }
  }

  async byReference(reference: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('notice')
      .innerJoin('notice_case', 'notice_case.id', 'notice.case_id')
      .select('notice_case.code')
      .where('notice.reference', '=', reference)
      .executeTakeFirst()
    return row?.code
  }

  list(filter: CaseFilter, page: CasePage): Promise<{ total: number; cases: NoticeCase[] }> {
    const found = filter.status === 'decided' ? decidedCases : waitingCases
    return this.#pageOf(found(this.#db, filter), page)
  }

  async caseOf(code: string): Promise<NoticeCase | undefined> {
    const row = await this.#db
      .selectFrom('notice_case')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirst()
    return row && (await readCases(this.#db, [row.id]))[0]
  }

  async decide(
    decision: NewDecision,
    check: (about: NoticeCase) => void = () => undefined,
  ): Promise<{ resolved: number } | undefined> {
    const decided = await inWriteTransaction(this.#db, 'catalogue', (trx) =>
      this.#decide(trx, decision, check),
    )
    await this.#onChange(decision.gif === null ? [] : [decision.gif.id])
    return decided
  }

  async #decide(
    trx: Kysely<Tables>,
    { code, gif, contentHash, change, ...decision }: NewDecision,
    check: (about: NoticeCase) => void,
  ): Promise<{ resolved: number } | undefined> {
    const now = this.#clock.now()
    const caseId =
      gif === null
        ? (await trx.selectFrom('notice_case').select('id').where('code', '=', code).executeTakeFirst())?.id
        : await openCase(trx, gif.id)
    if (caseId === undefined) return undefined
    for (const about of await readCases(trx, [caseId])) check(about)
    await trx
      .updateTable('notice_case')
      .set({
        ...(gif !== null && { title: gif.title }),
        content_hash: contentHash === null ? null : Buffer.from(contentHash, 'hex'),
      })
      .where('id', '=', caseId)
      .execute()
    const { id: decisionId } = await trx
      .insertInto('notice_decision')
      .values({
        case_id: caseId,
        action: decision.action,
        rating: decision.rating,
        statement: decision.statement,
        text_block: decision.textBlock,
        decided_by: decision.decidedBy,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const closed = await trx
      .updateTable('notice')
      .set({ closed_at: now, decision_id: decisionId })
      .where('case_id', '=', caseId)
      .where('closed_at', 'is', null)
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('counter_notice')
      .set({ answer_id: decisionId })
      .where('case_id', '=', caseId)
      .where('answer_id', 'is', null)
      .execute()
    if (gif !== null && change === 'remove') await deleteGifRow(trx, gif.id)
    if (gif !== null && change !== null && change !== 'remove')
      await updateGifRow(trx, gif.id, change, this.#publicMedia)
    return { resolved: Number(closed.numUpdatedRows) }
  }

  addCounterNotice({
    code,
    decisionId,
    words,
    statements,
    contact,
  }: {
    code: string
    decisionId: number
    words: string
    statements: string[]
    contact: Contact
  }): Promise<boolean> {
    return inWriteTransaction(this.#db, 'catalogue', async (trx) => {
      const { id } = await trx
        .selectFrom('notice_case')
        .select('id')
        .where('code', '=', code)
        .executeTakeFirstOrThrow()
      const { numInsertedOrUpdatedRows = 0n } = await trx
        .insertInto('counter_notice')
        .values({
          case_id: id,
          decision_id: decisionId,
          words,
          statements: JSON.stringify(statements),
          contact: JSON.stringify(contact),
          created_at: this.#clock.now(),
        })
        .onConflict((conflict) => conflict.column('decision_id').doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows > 0n
    })
  }

  ofOwner(ownerId: number, page: CasePage): Promise<{ total: number; cases: NoticeCase[] }> {
    return this.#pageOf(
      this.#db
        .selectFrom('notice_case')
        .innerJoin('notice_decision', 'notice_decision.case_id', 'notice_case.id')
        .select('notice_case.id')
        .where('notice_case.owner_id', '=', ownerId)
        .groupBy('notice_case.id')
        .orderBy((eb) => eb.fn.max('notice_decision.id'), 'desc'),
      page,
    )
  }

  async decidedAfter(
    ownerId: number,
    { after, limit }: { after: number; limit: number },
  ): Promise<{ cases: NoticeCase[]; last: number | null }> {
    const rows = await this.#db
      .selectFrom('notice_case')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('id', '>', after)
      .where((eb) =>
        eb.exists(eb.selectFrom('notice_decision').select('id').whereRef('case_id', '=', 'notice_case.id')),
      )
      .orderBy('id')
      .limit(limit)
      .execute()
    const ids = rows.map(({ id }) => id)
    return { cases: await readCases(this.#db, ids), last: ids.length < limit ? null : (ids.at(-1) ?? null) }
  }

  async ofReporter(
    reporterId: number,
    { before, limit }: { before: number; limit: number },
  ): Promise<{ id: number; code: string; notice: Notice }[]> {
    const rows = await this.#db
      .selectFrom('notice')
      .innerJoin('notice_case', 'notice_case.id', 'notice.case_id')
      .selectAll('notice')
      .select('notice_case.code')
      .where('notice.reporter_id', '=', reporterId)
      .$if(Number.isFinite(before), (query) => query.where('notice.id', '<', before))
      .orderBy('notice.id', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ id: row.id, code: row.code, notice: toNotice(row) }))
  }

  async *records(): AsyncIterable<NoticeRecord> {
    for (let after = 0; ;) {
      const rows = await this.#db
        .selectFrom('notice_case')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(batch)
        .execute()
      const ids = rows.map(({ id }) => id)
      for (const about of await readCases(this.#db, ids)) yield* recordsOf(about)
      const last = ids.at(-1)
      if (last === undefined || ids.length < batch) return
      after = last
    }
  }

  async forgetContacts(before: number): Promise<number> {
    return inWriteTransaction(this.#db, 'catalogue', async (trx) => {
      const dropped = await trx
        .deleteFrom('notice')
        .where('closed_at', '<', before)
        .where('decision_id', 'is', null)
        .executeTakeFirstOrThrow()
      const forgotten = await trx
        .updateTable('notice')
        .set({ contact: null, reporter_id: null })
        .where('closed_at', '<', before)
        .where((eb) => eb.or([eb('contact', 'is not', null), eb('reporter_id', 'is not', null)]))
        .executeTakeFirstOrThrow()
      const answered = await trx
        .updateTable('counter_notice')
        .set({ contact: null })
        .where('contact', 'is not', null)
        .where('answer_id', 'in', (eb) =>
          eb.selectFrom('notice_decision').select('id').where('created_at', '<', before),
        )
        .executeTakeFirstOrThrow()
      if (dropped.numDeletedRows > 0n) await removeEmptyCases(trx)
      return Number(dropped.numDeletedRows + forgotten.numUpdatedRows + answered.numUpdatedRows)
    })
  }

  async #pageOf(ids: CaseIds, { start, limit }: CasePage): Promise<{ total: number; cases: NoticeCase[] }> {
    const { total } = await this.#db
      .selectFrom(ids.clearOrderBy().as('found'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const rows = total <= start ? [] : await ids.limit(limit).offset(start).execute()
    const found = rows.map(({ id }) => id)
    return { total, cases: await readCases(this.#db, found) }
  }
}

// Code that pages through the ids does not depend on the tables.
type CaseIds = SelectQueryBuilder<any, any, { id: number }> // oxlint-disable-line typescript/no-explicit-any

function waitingCases(db: Kysely<Tables>, { status, reason }: CaseFilter): CaseIds {
  const notices = db.selectFrom('notice').select(['case_id', 'created_at']).where('closed_at', 'is', null)
  const counterNotices = db
    .selectFrom('counter_notice')
    .select(['case_id', 'created_at'])
    .where('answer_id', 'is', null)
  const ofReason = reason === null ? notices.unionAll(counterNotices) : notices.where('reason', '=', reason)
  return db
    .selectFrom((status === 'counter' ? counterNotices : ofReason).as('waiting'))
    .select('case_id as id')
    .groupBy('case_id')
    .orderBy((eb) => eb.fn.min('created_at'))
    .orderBy('case_id')
}

function decidedCases(db: Kysely<Tables>, { reason }: CaseFilter): CaseIds {
  return db
    .selectFrom('notice_decision')
    .select('case_id as id')
    .$if(reason !== null, (query) =>
      query.where('case_id', 'in', (eb) =>
        eb
          .selectFrom('notice')
          .select('case_id')
          .where('reason', '=', reason ?? ''),
      ),
    )
    .groupBy('case_id')
    .orderBy((eb) => eb.fn.max('id'), 'desc')
}

/** Removes cases with no content left. Call inside a transaction. */
async function removeEmptyCases(trx: Kysely<Tables>): Promise<void> {
  await trx
    .deleteFrom('notice_case')
    .where('id', 'not in', (eb) => eb.selectFrom('notice').select('case_id'))
    .where('id', 'not in', (eb) => eb.selectFrom('notice_decision').select('case_id'))
    .execute()
}

function recordsOf(about: NoticeCase): NoticeRecord[] {
  const { code, title, contentHash, gif } = about
  const base = { code, title, contentHash, isGone: gif === null }
  const all: NoticeRecord[] = [
    ...about.notices.map((notice): NoticeRecord => ({ ...base, kind: 'notice', notice })),
    ...about.decisions.map((decision): NoticeRecord => ({ ...base, kind: 'decision', decision })),
    ...about.counterNotices.map((counterNotice): NoticeRecord => ({
      ...base,
      kind: 'counter_notice',
      counterNotice,
    })),
  ]
  return all.toSorted((one, other) => timeOf(one) - timeOf(other))
}

function timeOf(record: NoticeRecord): number {
  if (record.kind === 'notice') return record.notice.createdAt
  return record.kind === 'decision' ? record.decision.createdAt : record.counterNotice.createdAt
}
