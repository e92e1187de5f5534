import {
  type Expression,
  ExpressionWrapper,
  FunctionNode,
  type OperationNode,
  type RawBuilder,
  sql,
} from 'kysely'

/*
 * What SQLite and PostgreSQL say differently. Each difference has a name, and is a function node that the query compiler
 * of each database writes in its own words: `sqlite/dialect.ts` and `postgres/dialect.ts`. All other SQL here is common.
 */

export type Difference =
  | 'list_of_texts'
  | 'list_of_numbers'
  | 'json'
  | 'json_list_has'
  | 'without_source'
  | 'position_of'
  | 'greatest'
  | 'now_ms'

/** The words of a difference: what stands before the first argument, between them, and after the last. */
export type DialectWords = Readonly<Record<Difference, readonly string[]>>

/** What a query compiler writes for a function node that is a difference; undefined for any other. */
export function dialectParts(
  node: FunctionNode,
  words: DialectWords,
): (string | OperationNode)[] | undefined {
  const own: readonly string[] | undefined = words[node.func as Difference]
  return own?.flatMap((text, index) => {
    const value = node.arguments[index]
    return value === undefined || index === own.length - 1 ? [text] : [text, value]
  })
}

function difference<T>(name: Difference, ...values: Expression<unknown>[]): RawBuilder<T> {
  const nodes = values.map((value) => value.toOperationNode())
  return sql<T>`${new ExpressionWrapper(FunctionNode.create(name, nodes))}`
}

/** Texts as a table of one column called `value`, so that the statement is the same however many there are. */
export function listOf<T extends string>(values: readonly T[]): RawBuilder<T> {
  return listOfJson(sql`${JSON.stringify(values)}`)
}

/** The same of a value that is the list as JSON. */
export function listOfJson<T extends string>(json: RawBuilder<string>): RawBuilder<T> {
  return difference('list_of_texts', json)
}

/** The same of whole numbers. */
export function numbersOf(values: readonly number[]): RawBuilder<number> {
  return difference('list_of_numbers', sql`${JSON.stringify(values)}`)
}

/** The text at a path of keys in a column of JSON text. */
export function jsonText(column: string, ...path: string[]): RawBuilder<string> {
  const keys = path.map((key) => sql.lit(key))
  const parents = keys.slice(0, -1).map((key) => sql`-> ${key}`)
  return sql<string>`(${difference('json', sql.ref(column))} ${sql.join(parents, sql` `)} ->> ${keys.at(-1) ?? sql.lit('')})`
}

/** The whole number at a path of keys in a column of JSON text. */
export function jsonNumber(column: string, ...path: string[]): RawBuilder<number> {
  return sql<number>`cast(${jsonText(column, ...path)} as bigint)`
}

/** Whether a list in a column of JSON text has this text. */
export function jsonListHas(column: string, text: string): RawBuilder<boolean> {
  return difference('json_list_has', sql.ref(column), sql`${text}`)
}

/** The request of a derivation whose source is forgotten. */
export const requestWithoutSource: RawBuilder<string> = difference('without_source', sql.ref('request'))

/** Whether a text is somewhere in a column, letter by letter. */
export function containsText(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`${difference('position_of', sql.ref(column), sql`${text}`)} > 0`
}

/** A fraction of a count as a whole number, rounded down. */
export function wholePart(fraction: RawBuilder<unknown>, count: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`cast(floor(cast(${fraction} as double precision) * ${count}) as bigint)`
}

/** The time of the database, in milliseconds since 1970: for what no clock is at hand. */
export const databaseNowMs: RawBuilder<number> = difference('now_ms')

/** The larger of two numbers. */
export function greatest(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<number> {
  return difference('greatest', one, other)
}

/** A whole number whose place in the statement does not tell its type. */
export function numberValue(value: number | RawBuilder<number> | null): RawBuilder<number> {
  return sql<number>`cast(${value} as bigint)`
}

/** PostgreSQL's codes of violated constraints, and SQLite's. */
const foreignKeyCodes = new Set<unknown>(['23503', 787])
const uniqueCodes = new Set<unknown>(['23505', 2067, 1555])

/** True for the error of a row that would refer to one that is not there. */
export function isForeignKeyViolation(error: unknown): boolean {
  return foreignKeyCodes.has(codeOf(error))
}

/** True for the error of a row that would be the second with a value that must be unique. */
export function isUniqueViolation(error: unknown): boolean {
  return uniqueCodes.has(codeOf(error))
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error) return error.errcode
  return 'code' in error ? error.code : undefined
}
