import { AppError } from '../../lib/app-error.ts'
import { english } from './en/messages.ts'
import type { Language } from './languages.ts'
import { type Messages, messagesOf } from './messages.ts'

/** Longer ones stay in English: their values would be found too slowly. */
const maxLength = 1000

type Template = { pattern: RegExp; translation: string }

type Dictionary = { exact: ReadonlyMap<string, string>; templates: readonly Template[] }

const dictionaries = new Map<Language, Dictionary>()

/**
 * An error as people read it in a language. The domain writes its sentences in English, as the API sends them; a sentence
 * that has no translation stays English. What users typed within a sentence stays as it is.
 */
export function translateError(error: AppError, language: Language): AppError {
  if (language === 'en') return error
  const { code, field, retry, reason, cause } = error
  return new AppError(code, translateSentence(error.message, language), {
    retry,
    cause,
    ...(field !== undefined && { field }),
    ...(reason !== undefined && { reason }),
  })
}

/** The same for a sentence alone. */
export function translateSentence(sentence: string, language: Language): string {
  if (language === 'en' || sentence.length > maxLength) return sentence
  let dictionary = dictionaries.get(language)
  if (dictionary === undefined) {
    dictionary = makeDictionary(messagesOf(language))
    dictionaries.set(language, dictionary)
  }
  return translate(sentence, dictionary)
}

function translate(sentence: string, dictionary: Dictionary): string {
  const exact = dictionary.exact.get(sentence)
  if (exact !== undefined) return exact
  for (const { pattern, translation } of dictionary.templates) {
    const found = pattern.exec(sentence)
    if (found === null) continue
    return translation.replaceAll(/\{(\d+)\}/g, (_placeholder, place: string) =>
      translateValue(found[Number(place)] ?? '', dictionary),
    )
  }
  return sentence
}

/** A value may be a sentence itself, such as what is recommended instead. */
function translateValue(value: string, dictionary: Dictionary): string {
  return dictionary.exact.get(value) ?? translate(value, dictionary)
}

function makeDictionary(messages: Messages): Dictionary {
  const exact = new Map<string, string>()
  pairTexts(english, messages, exact)
  const templates: Template[] = []
  for (const [sentence, translation] of Object.entries(messages.errors)) {
    if (/\{\d+\}/.test(sentence)) templates.push({ pattern: patternOf(sentence), translation })
    else exact.set(sentence, translation)
  }
  // A sentence with more words of its own is the better match.
  templates.sort((one, other) => other.pattern.source.length - one.pattern.source.length)
  return { exact, templates }
}

/** Pairs the texts of two catalogues that stand in the same place: routes throw some of them. */
function pairTexts(from: unknown, to: unknown, pairs: Map<string, string>): void {
  if (typeof from === 'string' && typeof to === 'string') pairs.set(from, to)
  if (typeof from !== 'object' || from === null || typeof to !== 'object' || to === null) return
  for (const [key, value] of Object.entries(from))
    pairTexts(value, (to as Record<string, unknown>)[key], pairs)
}

function patternOf(sentence: string): RegExp {
  const parts = sentence.split(/\{\d+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.+?)')}$`, 'su')
}
