import { type RawBuilder, sql } from 'kysely'
import { constraintCodes, extendedCode } from '../sqlite/sqlite-codes.ts'

/* What another database would say differently. The rest of the SQL here is common to SQLite and PostgreSQL, except the pragmas of sqlite.ts. */

/** The values of a list as a table of one column, so that the statement is the same however long the list is. */
export function listOf<T extends string | number>(values: readonly T[]): RawBuilder<T> {
  return sql<T>`(select value from json_each(${JSON.stringify(values)}))`
}

/** The text `key` of a column of JSON text. */
export function jsonText(column: string, key: string): RawBuilder<string> {
  return sql<string>`(${sql.ref(column)} ->> ${sql.lit(`$.${key}`)})`
}

/** Whether a text is somewhere in a column, letter by letter. */
export function containsText(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`instr(${sql.ref(column)}, ${text}) > 0`
}

/** A fraction of a count as a whole number, rounded down. */
export function wholePart(fraction: RawBuilder<unknown>, count: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`cast(${fraction} * ${count} as integer)`
}

/** The time of the database, in milliseconds since 1970: for what no clock is at hand. */
export const databaseNowMs = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`

/** The larger of two numbers. */
export function greatest(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`max(${one}, ${other})`
}

/** True for the error of a row that would refer to one that is not there. */
export function isForeignKeyViolation(error: unknown): boolean {
  return extendedCode(error) === constraintCodes.foreignKey
}

/** True for the error of a row that would be the second with a value that must be unique. */
export function isUniqueViolation(error: unknown): boolean {
  const code = extendedCode(error)
  return code === constraintCodes.unique || code === constraintCodes.primaryKey
}
