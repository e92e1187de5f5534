/** The languages of the site, by the tag that browsers send, each with its own name. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  ja: '日本語',
} as const

export type Language = keyof typeof languages

export const languageTags = Object.keys(languages) as Language[]

/** Returns true if a text is the tag of a language. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text)
}
