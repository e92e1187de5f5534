import { type FunctionNode, type SelectModifierNode, SqliteQueryCompiler } from 'kysely'
import { type DialectWords, dialectParts } from '../shared/dialect.ts'

const words: DialectWords = {
  list_of_texts: ['(select value from json_each(', '))'],
  list_of_numbers: ['(select value from json_each(', '))'],
  json: ['', ''],
  json_list_has: ['exists (select 1 from json_each(', ') where value = ', ')'],
  without_source: ['json_set(', `, '$.source', json('null'))`],
  position_of: ['instr(', ', ', ')'],
  greatest: ['max(', ', ', ')'],
  now_ms: [`cast(unixepoch('subsec') * 1000 as integer)`],
}

/** Writes what SQLite says in words of its own. */
export class SqliteWordsCompiler extends SqliteQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const parts = dialectParts(node, words)
    if (parts === undefined) return super.visitFunction(node)
    for (const part of parts) {
      if (typeof part === 'string') this.append(part)
      else this.visitNode(part)
    }
  }

  /** Rows need no lock: a transaction is the only one that writes. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || node.modifier === 'Distinct') super.visitSelectModifier(node)
  }
}
