import { type Kysely, sql } from 'kysely'
import {
  isReportReason,
  type Report,
  type ReportedGif,
  type ReportReason,
} from '../../../catalogue/report.ts'
import type { ReportStore } from '../../../catalogue/report-store.ts'
import type { Clock } from '../../../lib/clock.ts'
import { listOf } from '../sqlite/dialect.ts'
import { selectGifs, toGif } from './gif-rows.ts'
import type { Tables } from '../tables.ts'

export class SqlReportStore implements ReportStore {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Quiet when the GIF is gone meanwhile; without a reporter when the account is. */
  async add({
    gifId,
    reason,
    words,
    reporterId,
    maxOpen,
  }: {
    gifId: number
    reason: ReportReason
    words: string
    reporterId: number | null
    maxOpen: number
  }): Promise<void> {
    await sql`
      insert into report (gif_id, reason, words, reporter_id, created_at)
      select gif.id, ${reason}, ${words}, (select id from account where id = ${reporterId}), ${this.#clock.now()}
      from gif
      where gif.id = ${gifId}
        and (
          select count(*) from report where gif_id = ${gifId} and reason = ${reason} and settled_at is null
        ) < ${maxOpen}
    `.execute(this.#db)
  }

  async open({
    start,
    limit,
  }: {
    start: number
    limit: number
  }): Promise<{ total: number; gifs: ReportedGif[] }> {
    const open = this.#db.selectFrom('report').where('settled_at', 'is', null)
    const { total } = await open
      .select((eb) => eb.fn.count<number>('gif_id').distinct().as('total'))
      .executeTakeFirstOrThrow()
    const page = await open
      .select('gif_id')
      .groupBy('gif_id')
      .orderBy((eb) => eb.fn.min('id'))
      .limit(limit)
      .offset(start)
      .execute()
    const ids = page.map((row) => row.gif_id)
    const gifs = new Map((await this.#gifs(ids)).map((gif) => [gif.id, gif]))
    const reports = await this.#openReports(ids)
    return {
      total,
      gifs: ids.flatMap((id) => {
        const gif = gifs.get(id)
        return gif === undefined ? [] : [{ gif, reports: reports.get(id) ?? [] }]
      }),
    }
  }

  async resolveReports(gifId: number): Promise<number> {
    const { numUpdatedRows } = await this.#db
      .updateTable('report')
      .set({ settled_at: this.#clock.now() })
      .where('gif_id', '=', gifId)
      .where('settled_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  }

  async #gifs(ids: number[]) {
    const rows = await selectGifs(this.#db).where('gif.id', 'in', listOf(ids)).execute()
    return rows.map(toGif)
  }

  /** By GIF, the newest first. */
  async #openReports(gifIds: number[]): Promise<Map<number, Report[]>> {
    const rows = await this.#db
      .selectFrom('report')
      .select(['gif_id', 'reason', 'words', 'created_at'])
      .where('gif_id', 'in', listOf(gifIds))
      .where('settled_at', 'is', null)
      .orderBy('id', 'desc')
      .execute()
    const reports = new Map<number, Report[]>()
    for (const { gif_id: gifId, reason, words, created_at: createdAt } of rows) {
      const report = { reason: reasonOf(reason), words, createdAt }
      reports.set(gifId, [...(reports.get(gifId) ?? []), report])
    }
    return reports
  }
}

function reasonOf(text: string): ReportReason {
  return isReportReason(text) ? text : 'other'
}
