import { german } from './de/messages.ts'
import type { Language } from './languages.ts'
import { english } from './en/messages.ts'
import { spanish } from './es/messages.ts'
import { french } from './fr/messages.ts'
import { japanese } from './ja/messages.ts'
import { portuguese } from './pt/messages.ts'

/** Every text that the site's pages show, in one language. */
export type Messages = typeof english

const all: Record<Language, Messages> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  ja: japanese,
  pt: portuguese,
}

/** The texts of a language. */
export function messagesOf(language: Language): Messages {
  return all[language]
}
