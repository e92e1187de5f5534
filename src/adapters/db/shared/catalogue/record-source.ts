import type { Kysely } from 'kysely'
import type { Gif } from '../../../../catalogue/gif.ts'
import type { RecordSource, StoredRecord } from '../../../../catalogue/record-source.ts'
import type { Renditions } from '../../../../media/rendition.ts'
import type { RowReader } from '../database.ts'
import { tenorId } from './gif-rows.ts'
import { readRenditions } from './rendition-column.ts'
import { listOf, numbersOf } from '../dialect.ts'
import { nameStatement } from '../prepared.ts'
import type { Tables } from '../tables.ts'
import { isPostgres } from '../transactions.ts'

const recordColumns = [
  'gif.id',
  'gif.code',
  tenorId,
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
  'gif.renditions',
  'gif.has_alpha',
  'gif.alt',
  'gif.flashing',
  'category.code as category_code',
  'category.name as category_name',
] as const

/** The values of `recordColumns` in their order. */
type RecordRow = [
  id: number,
  code: string,
  tenorId: string,
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
  renditions: Uint8Array,
  hasAlpha: number | null,
  alt: string | null,
  flashing: number | null,
  categoryCode: string,
  categoryName: string,
]

/** Reads records without kysely, in a third of the time of `CatalogueStore.listedByIds`. */
export class SqlRecordSource implements RecordSource {
  readonly #byIds
  readonly #byCode

  constructor(db: Kysely<Tables>, readRows: RowReader) {
    const records = db
      .selectFrom('gif')
      .innerJoin('category', 'category.id', 'gif.category_id')
      .select(recordColumns)
    const byIds = records.where('gif.id', 'in', numbersOf([])).compile().sql
    const byCode = records.where('gif.code', '=', '').compile().sql
    const byCodes = records.where('gif.code', 'in', listOf<string>([])).compile().sql
    for (const text of [byIds, byCode, byCodes]) nameStatement(text)
    this.#byIds = (ids: readonly number[]) => readRows<RecordRow>(byIds, [JSON.stringify(ids)])
    const readByCode = (code: string) => readRows<RecordRow>(byCode, [code])
    const readByCodes = async (codes: readonly string[]) => {
      const [code, ...others] = codes
      if (code !== undefined && others.length === 0) return readByCode(code)
      return readRows<RecordRow>(byCodes, [JSON.stringify(codes)])
    }
    const together = readTogether(readByCodes, ([, code]) => code)
    this.#byCode = isPostgres(db)
      ? async (code: string) => [await together(code)].filter((row) => row !== undefined)
      : readByCode
  }

  recordsByIds(ids: readonly number[]): StoredRecord[] | Promise<StoredRecord[]> {
    if (ids.length === 0) return []
    const rows = this.#byIds(ids)
    return rows instanceof Promise ? rows.then((read) => read.map(recordOf)) : rows.map(recordOf)
  }

  recordByCode(code: string): StoredRecord | undefined | Promise<StoredRecord | undefined> {
    const rows = this.#byCode(code)
    if (rows instanceof Promise) return rows.then(([row]) => row && new ReadRecord(row))
    const [row] = rows
    return row && new ReadRecord(row)
  }
}

const recordOf = (row: RecordRow) => new ReadRecord(row)

/** A row as a record. Its renditions are decoded on demand, because most answers only name the four main files. */
class ReadRecord implements StoredRecord {
  readonly id: number
  readonly code: string
  readonly tenorId: string
  readonly mediaId: string
  readonly title: string
  readonly tagsJson: string
  readonly width: number
  readonly height: number
  readonly durationMs: number
  readonly frames: number
  readonly visibility: Gif['visibility']
  readonly rating: Gif['rating']
  readonly hidden: boolean
  readonly createdAt: number
  readonly hasAlpha: boolean | null
  readonly alt: string | null
  readonly flashing: boolean | null
  readonly category: StoredRecord['category']
  readonly #renditions: Uint8Array

  constructor(row: RecordRow) {
    this.id = row[0]
    this.code = row[1]
    this.tenorId = row[2]
    this.mediaId = row[3]
    this.title = row[4]
    this.tagsJson = row[5]
    this.width = row[6]
    this.height = row[7]
    this.durationMs = row[8]
    this.frames = row[9]
    this.visibility = row[10]
    this.rating = row[11]
    this.hidden = row[12] === 1
    this.createdAt = row[13]
    this.#renditions = row[14]
    this.hasAlpha = row[15] === null ? null : row[15] === 1
    this.alt = row[16]
    this.flashing = row[17] === null ? null : row[17] === 1
    this.category = { code: row[18], name: row[19] }
  }

  get renditions(): Renditions {
    return readRenditions(this.#renditions)
  }
}

/**
 * Reads one row by its key. All keys requested in one turn of the event loop share a statement, because a trip to a
 * database server costs several times as much as reading a row. If it fails, all of them reject.
 */
export function readTogether<Key, Row>(
  readAll: (keys: readonly Key[]) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): (key: Key) => Promise<Row | undefined> {
  let asked: { keys: Set<Key>; rows: Promise<Map<Key, Row>> } | undefined
  const begin = () => {
    const keys = new Set<Key>()
    const turn = new Promise<void>((resolve) => setImmediate(resolve))
    const rows = turn.then(async () => {
      // Later callers may expect later writes, so they start another batch.
      asked = undefined
      const all = await readAll([...keys])
      return new Map(all.map((row) => [keyOf(row), row]))
    })
    return { keys, rows }
  }
  return async (key) => {
    asked ??= begin()
    asked.keys.add(key)
    return (await asked.rows).get(key)
  }
}
