import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const source = join(import.meta.dirname, '../../src')

/** Texts that only programs or operators at a terminal read, and the catalogues themselves. */
const notOnTheSite =
  /^(?:(?:cli|ops|library\/export|config|app|search|http\/(?:tenor|giphy|api)|site\/messages)\/|library\/import\/sources\/(?!manifest-entries)|(?:library\/import\/check-details|adapters\/media-store\/files\/backup-folder)\.ts)/

/** The beginning of an error's sentence, or of a part of one, in the code. */
const beginnings = [
  /(?:new AppError|super)\(\s*'(?!internal')[a-z_]+',\s*(?=['"`])/g,
  // Functions that make an error from a sentence, or from a part of one.
  /\b(?:refused|notAnAddress|unreachable|unsupported|rateLimited|keepRefused|new SizeLimitError)\(\s*(?=['"`])/g,
  /\b(?:pictureError|invalid|tooLarge|new GifError)\(\s*(?:'[a-z_]+'|field),\s*(?=['"`])/g,
  /\b(?:report|refuse)\(reply, [^'"`]*,\s*(?=['"`])/g,
  /\b(?:tooMany\(|subject: |forEmail = |tooManyItems = .+ => )(?=['"`])/g,
  // Sentences that begin with a name.
  /\b(?:message|broken|tooLong|tooManyFrames) =\s*(?=['"`])/g,
  /: ErrorView = \{\s*code: '[a-z_]+',\s*message:\s*(?=['"`])/g,
  /\b(?:remedy|is) =[^;]*?[?:]\s*(?=['"`])/g,
  /\bhead\.length === 0 \? (?=')/g,
  /\n\s*: (?=['"`][A-Z])/g,
  /\{ response: null, error: |isDone \? null : (?=['"`])/g,
]

/** Files in which every sentence is an error's. */
const onlySentences = /^(accounts\/password-rules|adapters\/sources\/yt-dlp\/errors)\.ts$/

/** The beginnings of some of these sentences. */
const subjects = ['The GIF', 'The animated WebP', 'frame {1}']

/**
 * The sentences of the errors that pages of the site can show, and the parts from which some are made, as written in
 * the code; `{1}`, `{2}` … are placeholders for values.
 */
export function errorSentences(): string[] {
  const found = beginnings.flatMap((start) => sentencesAfter(start, notOnTheSite))
  const inFiles = sentencesAfter(/(?:return|message:)\s*(?=['"`][A-Z])/g, onlySentences, true)
  return [...new Set([...found, ...inFiles, ...subjects])]
    .filter((sentence) => sentence.includes(' '))
    .toSorted()
}

/** The same for the sentences, and parts of sentences, of the rules in src/options. */
export function ruleSentences(): string[] {
  const sentences = sentencesAfter(
    /(?:\breturn \(?|message: |message = |framesMustBe = )\s*(?=['"`])/g,
    /^(?!options\/)/,
  )
  // The form checks that a value is one of its option.
  return ['`{1}` must be {2}.', ...sentences.filter((sentence) => sentence.includes(' '))]
}

function sentencesAfter(start: RegExp, chosen: RegExp, isOnly = false): string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  const sentences = files
    .filter((file) => file.endsWith('.ts') && chosen.test(file) === isOnly)
    .flatMap((file) => {
      const code = readFileSync(join(source, file), 'utf8')
      return [...code.matchAll(start)].map((found) => readLiteral(code, found.index + found[0].length))
    })
  return [...new Set(sentences)].toSorted()
}

/** The text of a literal, and of others that are added to it, with numbered placeholders. */
function readLiteral(code: string, start: number): string {
  const quote = code[start] ?? ''
  const from = start + 1
  let text = ''
  let placeholders = 0
  for (let at = from; at < code.length; at += 1) {
    const letter = code[at] ?? ''
    if (letter === quote) {
      const more = /^\s*\+\s*(?=['"`])/.exec(code.slice(at + 1, at + 40))
      if (more === null) break
      // The concatenated literals have the same quotes.
      at += more[0].length + 1
    } else if (letter === '\\') {
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
