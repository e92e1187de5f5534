import { Buffer } from 'node:buffer'
import type { Kysely, Selectable } from 'kysely'
import type { Gif } from '../../../../catalogue/gif.ts'
import {
  capacities,
  type Contact,
  type CounterNotice,
  type Decision,
  type DecisionAction,
  isNoticeReason,
  type Notice,
  type NoticeCase,
} from '../../../../catalogue/notices/notice.ts'
import { selectGifs, toGif } from '../catalogue/gif-rows.ts'
import { numbersOf } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** Cases with everything that belongs to them, in the order of the given ids. */
export async function readCases(db: Kysely<Tables>, ids: readonly number[]): Promise<NoticeCase[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('notice_case').selectAll().where('id', 'in', numbersOf(ids)).execute()
  const gifIds = rows.flatMap((row) => row.gif_id ?? [])
  const [gifs, notices, decisions, counterNotices] = await Promise.all([
    gifIds.length === 0 ? [] : selectGifs(db).where('gif.id', 'in', numbersOf(gifIds)).execute(),
    db.selectFrom('notice').selectAll().where('case_id', 'in', numbersOf(ids)).orderBy('id').execute(),
    db
      .selectFrom('notice_decision')
      .selectAll()
      .where('case_id', 'in', numbersOf(ids))
      .orderBy('id')
      .execute(),
    db
      .selectFrom('counter_notice')
      .selectAll()
      .where('case_id', 'in', numbersOf(ids))
      .orderBy('id')
      .execute(),
  ])
  const gifById = new Map<number, Gif>(gifs.map((row) => [row.id, toGif(row)]))
  const noticesOf = Map.groupBy(notices, (row) => row.case_id)
  const decisionsOf = Map.groupBy(decisions, (row) => row.case_id)
  const counterNoticesOf = Map.groupBy(counterNotices, (row) => row.case_id)
  const cases = new Map(
    rows.map((row): [number, NoticeCase] => [
      row.id,
      {
        code: row.code,
        gif: row.gif_id === null ? null : (gifById.get(row.gif_id) ?? null),
        title: row.title,
        contentHash: hexOf(row.content_hash),
        ownerId: row.owner_id,
        notices: (noticesOf.get(row.id) ?? []).map(toNotice),
        decisions: (decisionsOf.get(row.id) ?? []).map(toDecision),
        counterNotices: (counterNoticesOf.get(row.id) ?? []).map(toCounterNotice),
      },
    ]),
  )
  return ids.map((id) => cases.get(id)).filter((found) => found !== undefined)
}

export function hexOf(hash: Uint8Array | null): string | null {
  return hash === null ? null : Buffer.from(hash).toString('hex')
}

export function toNotice(row: Selectable<Tables['notice']>): Notice {
  return {
    id: row.id,
    reference: row.reference,
    reason: isNoticeReason(row.reason) ? row.reason : 'other',
    words: row.words,
    capacity: capacities.find((capacity) => capacity === row.capacity) ?? null,
    rightsOwner: row.rights_owner,
    work: row.work,
    statements: JSON.parse(row.statements) as string[],
    contact: toContact(row.contact),
    createdAt: row.created_at,
    closedAt: row.closed_at,
    decisionId: row.decision_id,
  }
}

export function toDecision(row: Selectable<Tables['notice_decision']>): Decision {
  return {
    id: row.id,
    action: row.action as DecisionAction,
    rating: row.rating,
    statement: row.statement,
    textBlock: row.text_block,
    decidedBy: row.decided_by,
    createdAt: row.created_at,
  }
}

export function toCounterNotice(row: Selectable<Tables['counter_notice']>): CounterNotice {
  return {
    id: row.id,
    decisionId: row.decision_id,
    words: row.words,
    statements: JSON.parse(row.statements) as string[],
    contact: toContact(row.contact),
    createdAt: row.created_at,
    answerId: row.answer_id,
  }
}

function toContact(text: string | null): Contact | null {
  return text === null ? null : (JSON.parse(text) as Contact)
}
