/** SQLite's primary result codes, as far as they are distinguished here. */
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

/** SQLite's extended code of an error, such as 261 during a recovery; undefined for errors that are not SQLite's. */
export function extendedCode(error: unknown): number | undefined {
  const isOfSqlite = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
  return isOfSqlite ? Number(error.errcode) : undefined
}

/** SQLite's primary code of an error, which tells its kind; undefined for errors that are not SQLite's. */
export function primaryCode(error: unknown): number | undefined {
  const code = extendedCode(error)
  return code === undefined ? undefined : code & primaryCodeMask
}
