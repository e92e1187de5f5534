import { type FunctionNode, PostgresQueryCompiler } from 'kysely'
import { type DialectWords, dialectParts } from '../shared/dialect.ts'

const words: DialectWords = {
  list_of_texts: ['(select value from jsonb_array_elements_text(cast(', ' as jsonb)) as list (value))'],
  list_of_numbers: [
    '(select cast(value as bigint) as value from jsonb_array_elements_text(cast(',
    ' as jsonb)) as list (value))',
  ],
  json: ['cast(', ' as jsonb)'],
  json_list_has: ['jsonb_exists(cast(', ' as jsonb), ', ')'],
  without_source: ['cast(jsonb_set(cast(', ` as jsonb), '{source}', 'null') as text)`],
  position_of: ['strpos(', ', ', ')'],
  greatest: ['greatest(', ', ', ')'],
  now_ms: ['cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)'],
}

/** Writes what PostgreSQL says in words of its own. */
export class PostgresWordsCompiler extends PostgresQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const parts = dialectParts(node, words)
    if (parts === undefined) return super.visitFunction(node)
    for (const part of parts) {
      if (typeof part === 'string') this.append(part)
      else this.visitNode(part)
    }
  }
}
