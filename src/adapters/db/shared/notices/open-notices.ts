import type { ExpressionBuilder, Kysely } from 'kysely'
import { databaseNowMs } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** Returns true if a notice, or an answer to a decision, waits for an operator. */
export async function hasOpenNotices(db: Kysely<Tables>, gifId: number): Promise<boolean> {
  const found = await db
    .selectFrom('gif')
    .select('gif.id')
    .where('gif.id', '=', gifId)
    .where((eb) => eb.exists(openNoticesOf(eb)))
    .executeTakeFirst()
  return found !== undefined
}

/** The case of a statement's GIF if any part of it waits for an operator. */
export function openNoticesOf(eb: ExpressionBuilder<Tables, 'gif'>) {
  return eb
    .selectFrom('notice_case')
    .select('notice_case.id')
    .whereRef('notice_case.gif_id', '=', 'gif.id')
    .where((of) =>
      of.or([
        of.exists(
          of
            .selectFrom('notice')
            .select('notice.id')
            .whereRef('notice.case_id', '=', 'notice_case.id')
            .where('notice.closed_at', 'is', null),
        ),
        of.exists(
          of
            .selectFrom('counter_notice')
            .select('counter_notice.id')
            .whereRef('counter_notice.case_id', '=', 'notice_case.id')
            .where('counter_notice.answer_id', 'is', null),
        ),
      ]),
    )
}

/**
 * Closes the notices of a GIF that is about to be removed, since no decision is left to make. Call inside a
 * transaction.
 */
export async function closeNotices(trx: Kysely<Tables>, gifId: number): Promise<void> {
  await trx
    .updateTable('notice')
    .set({ closed_at: databaseNowMs })
    .where('case_id', 'in', (eb) => eb.selectFrom('notice_case').select('id').where('gif_id', '=', gifId))
    .where('closed_at', 'is', null)
    .execute()
}

/**
 * Moves the open notices of a GIF that is being merged to the case of the kept one. Past decisions stay in the old
 * case. Call inside a transaction, before the GIF is removed.
 */
export async function moveOpenNotices(
  trx: Kysely<Tables>,
  fromGifId: number,
  toGifId: number,
): Promise<void> {
  const from = await trx
    .selectFrom('notice_case')
    .innerJoin('notice', 'notice.case_id', 'notice_case.id')
    .select('notice_case.id')
    .where('notice_case.gif_id', '=', fromGifId)
    .where('notice.closed_at', 'is', null)
    .executeTakeFirst()
  if (from === undefined) return
  const to = await openCase(trx, toGifId)
  if (to === undefined) return
  await trx
    .updateTable('notice')
    .set({ case_id: to })
    .where('case_id', '=', from.id)
    .where('closed_at', 'is', null)
    .execute()
}

/** The id of a GIF's case, which is opened if needed; undefined without the GIF. Call inside a transaction. */
export async function openCase(trx: Kysely<Tables>, gifId: number): Promise<number | undefined> {
  const gif = await trx
    .selectFrom('gif')
    .select(['id', 'code', 'title', 'owner_id'])
    .where('id', '=', gifId)
    .executeTakeFirst()
  if (gif === undefined) return undefined
  const { id, code, title, owner_id: ownerId } = gif
  await trx
    .insertInto('notice_case')
    .columns(['code', 'gif_id', 'title', 'owner_id', 'created_at'])
    .values({ code, gif_id: id, title, owner_id: ownerId, created_at: databaseNowMs as never })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
  const { id: caseId } = await trx
    .selectFrom('notice_case')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return caseId
}
