import snowball from 'snowball-stemmers'
import { irregularForms } from './irregular-forms.ts'

const stemmer = snowball.newStemmer('english')

/** Folded tokens that have forms: Latin letters only. */
const latinWord = /^[a-z]{2,}$/

/** Shorter words have no regular forms: "is" is no form of "i". */
const minRegularLength = 3

/**
 * The stem of a folded token: two tokens with the same stem are forms of one word. Irregular forms (went, mice) have the
 * stem of their base form. Undefined for tokens that have no forms: other scripts, numbers, emoji, single letters.
 * Snowball English: Porter, "An algorithm for suffix stripping", 1980, and its revisions.
 */
export function stemOf(token: string): string | undefined {
  if (!latinWord.test(token)) return undefined
  const base = irregularForms.get(token) ?? token
  return base.length < minRegularLength ? base : stemmer.stem(base)
}
