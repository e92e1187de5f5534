import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Gives the rows of a query as arrays of its columns; without a promise where nothing has to be waited for. */
export type RowReader = <Row extends readonly unknown[]>(
  sql: string,
  parameters: readonly unknown[],
) => Row[] | Promise<Row[]>

/** An open database, whichever it is. */
export type Database = { db: Kysely<Tables>; readRows: RowReader; close: () => Promise<void> }
