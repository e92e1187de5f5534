import type { Kysely } from 'kysely'
import type { Gif } from '../../../catalogue/gif.ts'
import type { RecordSource, StoredRecord } from '../../../catalogue/record-source.ts'
import { listOf } from '../sqlite/dialect.ts'
import type { RowReader } from '../sqlite/sqlite.ts'
import type { Tables } from '../tables.ts'

const recordColumns = [
  'gif.id',
  'gif.code',
  'gif.media_id',
  'gif.title',
  'gif.tags',
  'gif.width',
  'gif.height',
  'gif.duration_ms',
  'gif.frames',
  'gif.visibility',
  'gif.rating',
  'gif.hidden',
  'gif.created_at',
  'category.code as category_code',
  'category.name as category_name',
] as const

/** The values of `recordColumns`, in their order. */
type RecordRow = [
  id: number,
  code: string,
  mediaId: string,
  title: string,
  tagsJson: string,
  width: number,
  height: number,
  durationMs: number,
  frames: number,
  visibility: Gif['visibility'],
  rating: Gif['rating'],
  hidden: number,
  createdAt: number,
  categoryCode: string,
  categoryName: string,
]

/** Reads records past kysely, a third of the time of `CatalogueStore.gifsByIds`. */
export class SqlRecordSource implements RecordSource {
  readonly #byIds
  readonly #byCode

  constructor(db: Kysely<Tables>, readRows: RowReader) {
    const records = db
      .selectFrom('gif')
      .innerJoin('category', 'category.id', 'gif.category_id')
      .select(recordColumns)
    const byIds = records.where('gif.id', 'in', listOf<number>([])).compile().sql
    const byCode = records.where('gif.code', '=', '').compile().sql
    this.#byIds = (ids: readonly number[]) => readRows<RecordRow>(byIds, [JSON.stringify(ids)])
    this.#byCode = (code: string) => readRows<RecordRow>(byCode, [code])
  }

  recordsByIds(ids: readonly number[]): StoredRecord[] | Promise<StoredRecord[]> {
    if (ids.length === 0) return []
    const rows = this.#byIds(ids)
    return rows instanceof Promise ? rows.then((read) => read.map(toRecord)) : rows.map(toRecord)
  }

  recordByCode(code: string): StoredRecord | undefined | Promise<StoredRecord | undefined> {
    const rows = this.#byCode(code)
    if (rows instanceof Promise) return rows.then(([row]) => row && toRecord(row))
    const [row] = rows
    return row && toRecord(row)
  }
}

function toRecord(row: RecordRow): StoredRecord {
  return {
    id: row[0],
    code: row[1],
    mediaId: row[2],
    title: row[3],
    tagsJson: row[4],
    width: row[5],
    height: row[6],
    durationMs: row[7],
    frames: row[8],
    visibility: row[9],
    rating: row[10],
    hidden: row[11] === 1,
    createdAt: row[12],
    category: { code: row[13], name: row[14] },
  }
}
