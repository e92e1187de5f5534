import type { Kysely } from 'kysely'
import type { CataloguedLadder, LadderSource } from '../../../../creation/make-missing.ts'
import { readRenditions } from '../catalogue/rendition-column.ts'
import type { Tables } from '../tables.ts'

export class SqlLadderSource implements LadderSource {
  readonly #db: Kysely<Tables>

  constructor(db: Kysely<Tables>) {
    this.#db = db
  }

  async newestBefore(before: number, limit: number, categoryId: number | null): Promise<CataloguedLadder[]> {
    const rows = await this.#db
      .selectFrom('gif')
      .select(['id', 'media_id', 'width', 'height', 'frames', 'duration_ms', 'has_alpha', 'renditions'])
      .where('id', '<', before)
      .$if(categoryId !== null, (query) => query.where('category_id', '=', categoryId ?? 0))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      mediaId: row.media_id,
      width: row.width,
      height: row.height,
      frames: row.frames,
      durationMs: row.duration_ms,
      hasAlpha: row.has_alpha === null ? null : row.has_alpha === 1,
      renditions: readRenditions(row.renditions),
    }))
  }
}
