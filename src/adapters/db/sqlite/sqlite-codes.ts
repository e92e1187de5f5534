/** SQLite's primary result codes, as far as they are told apart here. */
export const sqliteCodes = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  constraint: 19,
  notADatabase: 26,
} as const

const primaryCodeMask = 0xff

/** SQLite's whole code of an error of its own, such as 261 for a recovery under way; undefined for any other error. */
export function extendedCode(error: unknown): number | undefined {
  const isOfSqlite = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
  return isOfSqlite ? Number(error.errcode) : undefined
}

/** The part of SQLite's code that says what kind of error it is; undefined for an error that is not SQLite's. */
export function primaryCode(error: unknown): number | undefined {
  const code = extendedCode(error)
  return code === undefined ? undefined : code & primaryCodeMask
}
