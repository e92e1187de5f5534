import { german } from './de/messages.ts'
import type { Language } from './languages.ts'
import { english } from './en/messages.ts'

/** Every text that the site's pages show, in one language. */
export type Messages = typeof english

const all: Record<Language, Messages> = {
  en: english,
  de: german,
}

/** The texts of a language. */
export function messagesOf(language: Language): Messages {
  return all[language]
}
