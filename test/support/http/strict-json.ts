/** A number as it was written: some languages distinguish `1` from `1.0`. */
export class JsonNumber {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** JSON with its numbers as they were written. */
export function parseExactly(json: string): unknown {
  const reviver = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? new JsonNumber(context?.source ?? '') : value
  return JSON.parse(json, reviver)
}

type Read<T> = (value: unknown, where: string) => T

/** The following functions read values like strictly typed languages: each throws for a value of another type. */
export const text: Read<string> = (value, where) => {
  if (typeof value !== 'string') throw wrong(where, 'a text', value)
  return value
}

export const flag: Read<boolean> = (value, where) => {
  if (typeof value !== 'boolean') throw wrong(where, 'true or false', value)
  return value
}

export const anyNumber: Read<number> = (value, where) => {
  if (!(value instanceof JsonNumber)) throw wrong(where, 'a number', value)
  return Number(value.source)
}

/** Written without a point or an exponent. */
export const whole: Read<number> = (value, where) => {
  if (!(value instanceof JsonNumber) || !/^-?\d+$/.test(value.source))
    throw wrong(where, 'a whole number', value)
  return Number(value.source)
}

/** Written with a point or an exponent. */
export const fraction: Read<number> = (value, where) => {
  if (!(value instanceof JsonNumber) || /^-?\d+$/.test(value.source))
    throw wrong(where, 'a number with a point', value)
  return Number(value.source)
}

export const address: Read<URL> = (value, where) => new URL(text(value, where))

export function listOf<T>(item: Read<T>): Read<T[]> {
  return (value, where) => {
    if (!Array.isArray(value)) throw wrong(where, 'a list', value)
    return value.map((one, at) => item(one, `${where}[${at}]`))
  }
}

/** An object with these keys at least; further ones are ignored. */
export function objectOf<T extends Record<string, Read<unknown>>>(
  keys: T,
): Read<{ [Key in keyof T]: ReturnType<T[Key]> }> {
  return (value, where) => {
    const given = entriesOf(value, where)
    const read = Object.entries(keys).map(([key, one]) => [key, one(given[key], `${where}.${key}`)])
    return Object.fromEntries(read) as { [Key in keyof T]: ReturnType<T[Key]> }
  }
}

/** An object with any keys. */
export function mapOf<T>(item: Read<T>): Read<Record<string, T>> {
  return (value, where) => {
    const given = Object.entries(entriesOf(value, where))
    return Object.fromEntries(given.map(([key, one]) => [key, item(one, `${where}.${key}`)]))
  }
}

/** A key that may be missing; undefined then. */
export function optional<T>(item: Read<T>): Read<T | undefined> {
  return (value, where) => (value === undefined ? undefined : item(value, where))
}

function entriesOf(value: unknown, where: string): Record<string, unknown> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject || value instanceof JsonNumber) throw wrong(where, 'an object', value)
  return value as Record<string, unknown>
}

function wrong(where: string, wanted: string, value: unknown): Error {
  return new TypeError(`${where} is not ${wanted} but ${JSON.stringify(value) ?? 'missing'}`)
}
