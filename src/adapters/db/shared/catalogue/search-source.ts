import { type Kysely, sql } from 'kysely'
import type { Category } from '../../../../catalogue/category.ts'
import { ratingClassOf } from '../../../../catalogue/search-filter.ts'
import type { Position } from '../../../../catalogue/change-log.ts'
import type { SearchSource } from '../../../../catalogue/search-source.ts'
import type { SearchDocument } from '../../../../search/search-index.ts'
import { prepared } from '../prepared.ts'
import { numbersOf } from '../dialect.ts'
import type { RowOf, Tables } from '../tables.ts'
import { listCategories } from './category-rows.ts'

const documentColumns = [
  'id',
  'title',
  'alt',
  'tags',
  'category_id',
  'rating',
  'has_alpha',
  'width',
  'height',
  'uses',
] as const

export type DocumentRow = RowOf<'gif', typeof documentColumns> & {
  contributor: number | null
}

/** The contributor of all visitors together. Account ids are greater. */
const visitors = 0

/**
 * The contributor whose new words the search index counts: an account, or all visitors; null for GIFs of administrators
 * and GIFs that the operator imported without an owner.
 */
const contributor = `CASE WHEN gif.owner_id IS NULL
  THEN (SELECT ${visitors} FROM visitor_gif WHERE visitor_gif.code = gif.code)
  ELSE (SELECT account.id FROM account WHERE account.id = gif.owner_id AND account.admin = 0) END`

/** All documents at one position of the change log. */
export type SearchSnapshot = {
  position: Position
  documentCount: number
  /** In the order of their ids. */
  batches(): Iterable<SearchDocument[]> | AsyncIterable<SearchDocument[]>
  close(): Promise<void>
}

/** The queries of a snapshot, as SQL because its thread does not load kysely. */
export const snapshotQueries = {
  position: 'SELECT epoch, version FROM catalogue_version',
  documentCount: 'SELECT coalesce(sum(size), 0) AS documents FROM gif_pool',
  documents: `SELECT ${documentColumns.join(', ')}, ${contributor} AS contributor FROM gif WHERE slot IS NOT NULL ORDER BY id`,
}

/** Selects the documents of the listed GIFs, to be narrowed with `where`. */
function selectDocuments(db: Kysely<Tables>) {
  return db
    .selectFrom('gif')
    .select(documentColumns)
    .select(sql.raw<number | null>(contributor).as('contributor'))
    .where('slot', 'is not', null)
}

export class SqlSearchSource implements SearchSource {
  readonly #db: Kysely<Tables>
  readonly #byIds
  readonly #after
  readonly #uses

  constructor(db: Kysely<Tables>) {
    this.#db = db
    this.#byIds = prepared(db, selectDocuments(db).where('id', 'in', numbersOf([])).compile())
    this.#after = prepared(db, selectDocuments(db).where('id', '>', 0).orderBy('id').limit(0).compile())
    this.#uses = prepared(
      db,
      db
        .selectFrom('gif')
        .select(['id', 'uses'])
        .where('id', '>=', 0)
        .where('id', '<=', 0)
        .where('uses', '>', 0)
        .orderBy('id')
        .limit(0)
        .compile(),
    )
  }

  async documentCount(): Promise<number> {
    const { documents } = await this.#db
      .selectFrom('gif_pool')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('size'), eb.lit(0)).as('documents'))
      .executeTakeFirstOrThrow()
    return documents
  }

  async documentsOf(ids: readonly number[]): Promise<SearchDocument[]> {
    return (await this.#byIds(JSON.stringify(ids))).map(toDocument)
  }

  async documentsAfter(id: number, limit: number): Promise<SearchDocument[]> {
    return (await this.#after(id, limit)).map(toDocument)
  }

  usesBetween(firstId: number, lastId: number, limit: number): Promise<{ id: number; uses: number }[]> {
    return this.#uses(firstId, lastId, 0, limit)
  }

  listCategories(): Promise<Category[]> {
    return listCategories(this.#db)
  }
}

/** Converts a row to a document for the search index. */
export function toDocument(row: DocumentRow): SearchDocument {
  return {
    id: row.id,
    title: row.title,
    alt: row.alt,
    tags: JSON.parse(row.tags) as string[],
    categoryId: row.category_id,
    ratingClass: ratingClassOf(row.rating),
    hasAlpha: row.has_alpha === 1,
    width: row.width,
    height: row.height,
    uses: row.uses,
    contributor: row.contributor ?? undefined,
  }
}
