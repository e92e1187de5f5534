/** What a statement does and to which table, without its values and columns. */
export function describeStatement(sql: string | undefined): { operation: string; table: string | null } {
  if (sql === undefined) return { operation: 'statement', table: null }
  const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(sql)?.[1] ?? null
  return { operation, table }
}
