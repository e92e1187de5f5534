/** Returns the code of an error of the operating system, such as `ENOENT`; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  const isOfSystem = error instanceof Error && 'code' in error && typeof error.code === 'string'
  return isOfSystem ? String(error.code) : undefined
}
