import {
  type Expression,
  ExpressionWrapper,
  FunctionNode,
  type OperationNode,
  type RawBuilder,
  sql,
} from 'kysely'

/*
 * The differences between SQLite and PostgreSQL. Each has a name and is a function node that the query compiler of each
 * database writes in its own words: `sqlite/sqlite.ts` and `postgres/postgres.ts`. All other SQL here is common.
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

/** The words of a difference: the text before the first argument, between arguments, and after the last. */
export type DialectWords = Readonly<Record<Difference, readonly string[]>>

/** The parts that a query compiler writes for a function node that is a difference; undefined for any other node. */
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

/** Texts as a table of one column called `value`, so that their number does not change the statement. */
export function listOf<T extends string>(values: readonly T[]): RawBuilder<T> {
  return listOfJson(sql`${JSON.stringify(values)}`)
}

/** Same as `listOf`, for a value that is the list as JSON. */
export function listOfJson<T extends string>(json: RawBuilder<string>): RawBuilder<T> {
  return difference('list_of_texts', json)
}

/** Same as `listOf`, for whole numbers. */
export function numbersOf(values: readonly number[]): RawBuilder<number> {
  return difference('list_of_numbers', sql`${JSON.stringify(values)}`)
}

/** The text at a path of keys in a column of JSON. */
export function jsonText(column: string, ...path: string[]): RawBuilder<string> {
  const keys = path.map((key) => sql.lit(key))
  const parents = keys.slice(0, -1).map((key) => sql`-> ${key}`)
  return sql<string>`(${difference('json', sql.ref(column))} ${sql.join(parents, sql` `)} ->> ${keys.at(-1) ?? sql.lit('')})`
}

/** The whole number at a path of keys in a column of JSON. */
export function jsonNumber(column: string, ...path: string[]): RawBuilder<number> {
  return sql<number>`cast(${jsonText(column, ...path)} as bigint)`
}

/** Matches rows whose column of JSON is a list with this text. */
export function jsonListHas(column: string, text: string): RawBuilder<boolean> {
  return difference('json_list_has', sql.ref(column), sql`${text}`)
}

/** The request of a derivation without its source, which is forgotten. */
export const requestWithoutSource: RawBuilder<string> = difference('without_source', sql.ref('request'))

/** Matches rows whose column contains a text, letter by letter. */
export function containsText(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`${difference('position_of', sql.ref(column), sql`${text}`)} > 0`
}

/** The fraction of a count as a whole number, rounded down. */
export function wholePart(fraction: RawBuilder<unknown>, count: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`cast(floor(cast(${fraction} as double precision) * ${count}) as bigint)`
}

/** The time of the database, in milliseconds since 1970, for code without a clock. */
export const databaseNowMs: RawBuilder<number> = difference('now_ms')

/** The larger of two numbers. */
export function greatest(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<number> {
  return difference('greatest', one, other)
}

/** A whole number with its type, for places in a statement that do not imply one. */
export function numberValue(value: number | RawBuilder<number> | null): RawBuilder<number> {
  return sql<number>`cast(${value} as bigint)`
}

/** The codes of violated constraints in PostgreSQL and SQLite. */
const foreignKeyCodes = new Set<unknown>(['23503', 787])
const uniqueCodes = new Set<unknown>(['23505', 2067, 1555])

/** Returns true for the error of a row that refers to a missing one. */
export function isForeignKeyViolation(error: unknown): boolean {
  return foreignKeyCodes.has(codeOf(error))
}

/** Returns true for the error of a row with a duplicate of a unique value. */
export function isUniqueViolation(error: unknown): boolean {
  return uniqueCodes.has(codeOf(error))
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error) return error.errcode
  return 'code' in error ? error.code : undefined
}
