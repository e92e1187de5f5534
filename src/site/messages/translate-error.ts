import type { AppError } from '../../lib/app-error.ts'
import { english } from './en/messages.ts'
import type { Language } from './languages.ts'
import { messagesOf } from './messages.ts'
import { sentenceTranslator, type Translate } from './sentences.ts'

const translators = new Map<Language, Translate>()

/**
 * An error as people read it in a language. The domain writes its sentences in English, as the API sends them; a sentence
 * that has no translation stays English. What users typed within a sentence stays as it is.
 */
export function translateError(error: AppError, language: Language): AppError {
  if (language === 'en') return error
  return error.withMessage(translateSentence(error.message, language))
}

/** The sentence of an error in a language. */
export function translateSentence(sentence: string, language: Language): string {
  if (language === 'en') return sentence
  const known = translators.get(language)
  if (known !== undefined) return known(sentence)
  const messages = messagesOf(language)
  const translate = sentenceTranslator({
    ...pairTexts(english, messages),
    ...messages.errors,
    ...messages.rules,
  })
  translators.set(language, translate)
  return translate(sentence)
}

/** The texts of two catalogues that stand in the same place: routes throw some of them. */
function pairTexts(from: unknown, to: unknown): Record<string, string> {
  if (typeof from === 'string' && typeof to === 'string') return { [from]: to }
  if (typeof from !== 'object' || from === null || typeof to !== 'object' || to === null) return {}
  const pairs = Object.entries(from).map(([key, value]) =>
    pairTexts(value, (to as Record<string, unknown>)[key]),
  )
  return Object.assign({}, ...pairs) as Record<string, string>
}
