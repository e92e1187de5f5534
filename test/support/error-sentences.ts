import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const source = join(import.meta.dirname, '../../src')

/** What only programs or operators at a terminal read. */
const notOnTheSite =
  /^(cli|backup|move|export|config|app|search|http\/(tenor|giphy|api)|import\/sources|render\/keep\/keep-refused)\//

/**
 * The sentences of the errors that pages of the site can show, as they stand in the code; `{1}`, `{2}` … stand for the values in
 * them. Found by the literal that follows the code of an AppError.
 */
export function errorSentences(): string[] {
  const sentences = new Set<string>()
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || notOnTheSite.test(file)) continue
    const text = readFileSync(join(source, file), 'utf8')
    for (const found of text.matchAll(/new AppError\(\s*'(?<code>[a-z_]+)',\s*(?<quote>['"`])/g)) {
      if (found.groups?.code === 'internal') continue
      const literal = readLiteral(text, found.index + found[0].length, found.groups?.quote ?? '')
      sentences.add(literal)
    }
  }
  return [...sentences].toSorted()
}

/** The text of a literal from behind its opening quote, with numbered placeholders. */
function readLiteral(code: string, from: number, quote: string): string {
  let text = ''
  let placeholders = 0
  for (let at = from; at < code.length; at += 1) {
    const letter = code[at] ?? ''
    if (letter === quote) break
    if (letter === '\\') {
      at += 1
      text += code[at]
    } else if (quote === '`' && code.startsWith('${', at)) {
      at = endOfExpression(code, at + 2)
      placeholders += 1
      text += `{${placeholders}}`
    } else text += letter
  }
  return text
}

function endOfExpression(code: string, from: number): number {
  let depth = 1
  let at = from
  for (; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1
    if (code[at] === '}') depth -= 1
    if (depth === 0) break
  }
  return at
}
