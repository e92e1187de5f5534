import { type AppError, type ErrorView, publicError } from '../../lib/app-error.ts'
import { readErrorText, type ShownText, shownErrors } from '../../lib/errors/error-text.ts'
import { formatSentence } from '../../lib/errors/sentence.ts'
import type { Language } from './languages.ts'
import { messagesOf } from './messages.ts'

/** An error with its sentence in a language. Those that only operators at a terminal see stay English. */
export function translateError(error: AppError, language: Language): AppError {
  const { detail } = error.text
  if (language === 'en' || !Object.hasOwn(shownErrors, detail)) return error
  return error.withMessage(formatSentence(messagesOf(language).errors, error.text as ShownText))
}

/** The sentence of a stored error in a language; as it is stored where this version does not know its detail. */
export function translateView({ message, detail, values }: ErrorView, language: Language): string {
  const text = readErrorText(detail, values, shownErrors)
  return text === undefined ? message : formatSentence(messagesOf(language).errors, text as ShownText)
}

/** The part of a stored error that a script of the site gets, with the sentence in a language. */
export function showError(error: ErrorView, language: Language): Omit<ErrorView, 'values'> {
  return { ...publicError(error), message: translateView(error, language) }
}
