import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Returns the rows of a query as arrays of its columns; without a promise if there is nothing to wait for. */
export type RowReader = <Row extends readonly unknown[]>(
  sql: string,
  parameters: readonly unknown[],
) => Row[] | Promise<Row[]>

/** An open database of either kind. */
export type Database = { db: Kysely<Tables>; readRows: RowReader; close: () => Promise<void> }
