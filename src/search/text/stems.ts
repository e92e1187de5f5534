import snowball from 'snowball-stemmers'
import { irregularForms } from './irregular-forms.ts'

/**
 * Words that the stemmer would join with others of a different meaning (university with universe, organ with organize):
 * on each line the forms of one word, separate from all others.
 */
const separateLines = `
university universities
universal universally
organ organs
organism organisms
organic
animal animals
personal personally
personality personalities
import imports imported importing
hospitality
intern interns
ironic ironically
harris
davis
davies
doris
ferris
marie
hilary
hayes
hastings
candid
admiral admirals
corporal corporals
coroner coroners
radiator radiators
compassion compassionate
liter liters
authority authorities
celebrity celebrities
competent competence
mineral minerals
consolation
terminal terminals
providence
severe severely
likely
barely
pants
paste pastes pasted pasting
position positions positioned
majority majorities
minority minorities
suspension
destination destinations
convent convents
cooper
strange strangely strangest
`

const separate = new Map(
  separateLines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const forms = line.split(' ')
      return forms.map((form): [string, string] => [form, `=${forms[0]}`])
    }),
)

/** The stemmer removes a letter from stuffing and purring, but not from stuffs and purrs. */
const doubledEnd = /(?<=..)([fr])\1$/

const stemmer = snowball.newStemmer('english')

/** Matches folded tokens that have forms: Latin letters only. */
const latinWord = /^[a-z]{2,}$/

/** Shorter words have no regular forms: "is" is not a form of "i". */
const minRegularLength = 3

/**
 * Returns the stem of a folded token: two tokens with the same stem are forms of one word. Irregular forms (went, mice)
 * have the stem of their base form. Returns undefined for tokens that have no forms: other scripts, numbers, emoji,
 * single letters. Snowball English: Porter, "An algorithm for suffix stripping", 1980, and its revisions.
 */
export function stemOf(token: string): string | undefined {
  if (token !== lastToken) {
    lastStem = findStem(token)
    lastToken = token
  }
  return lastStem
}

/** A query needs the stem of its word several times. */
let lastToken = ''
let lastStem: string | undefined

function findStem(token: string): string | undefined {
  if (!latinWord.test(token)) return undefined
  const own = separate.get(token)
  if (own !== undefined) return own
  const base = irregularForms.get(token) ?? token
  return base.length < minRegularLength ? base : stemmer.stem(base).replace(doubledEnd, '$1')
}
