import type {
  Match,
  SearchAnswer,
  SearchDocument,
  SearchFilter,
  SearchQuery,
} from '../../../src/search/search-index.ts'
import { defaultTuning } from '../../../src/search/query/tuning.ts'
import { readSearchText, type SearchWord, searchWords } from '../../../src/search/text/tokens.ts'

/** The data that the model takes from the index: which words are forms of a word, and which are close to it. */
export type Lexicon = {
  areForms(one: string, other: string): boolean
  /** Nearest first. */
  near(token: string, maxEdits: 1 | 2): readonly { term: string; cost: number; respelling: boolean }[]
}

/** 0 to 2: the level. 3 and more: level 3, at the cost that is more than 3. */
type Rank = number
const unmatched = Infinity

type Field = readonly string[]
/** `titles`: the title, and the description. */
type Fields = { titles: Field[]; others: Field[] }
type Scored = {
  document: SearchDocument
  missing: number
  level: number
  cost: number
  notTitle: number
  /** 0: the words are adjacent in the title, or in the description. */
  apart: number
  /** The close term that matched each word. */
  respelt: (string | undefined)[]
}

const enough = 10

/** The rules of search stated plainly over an array: slow, and so simple that they are obviously right. */
export function findInArray(
  documents: readonly SearchDocument[],
  categories: ReadonlyMap<number, string>,
  lexicon: Lexicon,
  query: SearchQuery,
  rescoreWindow = defaultTuning.rescoreWindow,
): SearchAnswer {
  const eligible = documents.filter((document) => passes(document, query.filter))
  const page = (
    match: Match,
    scored: Scored[],
    words: readonly SearchWord[],
    sort = query.sort,
  ): SearchAnswer => ({
    match,
    total: scored.length,
    ids: inOrder(scored, sort, rescoreWindow)
      .slice(query.start, query.start + query.limit)
      .map(({ document }) => document.id),
    corrected:
      match === 'close' ? correct(query.text, words, inOrder(scored, 'relevance', rescoreWindow)[0]) : null,
  })
  const none: SearchAnswer = { match: 'exact', total: 0, ids: [], corrected: null }
  if (query.text.trim() === '') {
    const all = eligible.map((document) => scoreOf(document, [], []))
    return page('exact', all, [], query.sort === 'relevance' ? 'newest' : query.sort)
  }
  const words = readSearchText(query.text)?.words
  if (words === undefined) return none

  const stage = (edits: 0 | 1 | 2) => {
    const near = words.map((word) =>
      edits === 0 || word.length > 1
        ? []
        : [1, 2].slice(0, edits).flatMap((max) => lexicon.near(word[0] ?? '', max as 1 | 2)),
    )
    return eligible.map((document) => {
      const fields = fieldsOf(document, categories)
      const best = words.map((word, at) => {
        const last = at === words.length - 1
        const ranks = (within: Field[]) =>
          within.map((field) => rankIn(field, word, last, near[at] ?? [], lexicon))
        return {
          title: Math.min(...ranks(fields.titles)),
          any: Math.min(...ranks([...fields.titles, ...fields.others])),
        }
      })
      return scoreOf(document, words, best, fields, near)
    })
  }
  const having = (missing: number, scored: Scored[]) => scored.filter((one) => one.missing === missing)

  const exact = having(0, stage(0))
  if (exact.length >= enough || query.exactOnly) return page('exact', exact, words)
  let close = having(0, stage(1))
  if (close.length < enough) close = having(0, stage(2))
  if (close.length > 0) return page(close.length === exact.length ? 'exact' : 'close', close, words)
  const partial = words.length < 2 ? [] : having(1, stage(2))
  return partial.length > 0 ? page('partial', partial, words) : none
}

function passes(document: SearchDocument, filter: SearchFilter): boolean {
  const ratio = document.width / document.height
  const [least, most] = filter.shape === 'wide' ? [0.42, 2.36] : [0.56, 1.78]
  return (
    (filter.categoryId === null || document.categoryId === filter.categoryId) &&
    (filter.ratingClasses & (1 << document.ratingClass)) !== 0 &&
    (filter.hasAlpha === null || document.hasAlpha === filter.hasAlpha) &&
    (filter.shape === null || (ratio >= least && ratio <= most))
  )
}

function fieldsOf(document: SearchDocument, categories: ReadonlyMap<number, string>): Fields {
  const tokens = (text: string) => searchWords(text).flat()
  return {
    titles: [tokens(document.title), tokens(document.alt ?? '')],
    others: [...document.tags.map(tokens), tokens(categories.get(document.categoryId) ?? '')],
  }
}

/** Rates how well a field matches a word. */
function rankIn(
  field: Field,
  word: SearchWord,
  last: boolean,
  near: readonly { term: string; cost: number }[],
  lexicon: Lexicon,
): Rank {
  if (includes(field, word, false)) return 0
  const [token = ''] = word
  if (word.length === 1 && field.some((there) => lexicon.areForms(there, token))) return 1
  if (last && includes(field, word, true)) return 2
  return Math.min(unmatched, ...near.filter(({ term }) => field.includes(term)).map(({ cost }) => 3 + cost))
}

function includes(field: Field, word: SearchWord, asPrefix: boolean): boolean {
  return field.some((_, at) =>
    word.every((token, index) => {
      const there = field[at + index]
      return there === token || (asPrefix && index === word.length - 1 && there?.startsWith(token) === true)
    }),
  )
}

function scoreOf(
  document: SearchDocument,
  words: readonly SearchWord[],
  best: { title: Rank; any: Rank }[],
  fields: Fields = { titles: [], others: [] },
  near: readonly (readonly { term: string; cost: number; respelling: boolean }[])[] = [],
): Scored {
  const matched = best.filter(({ any }) => any !== unmatched)
  const phrase = words.filter((_, at) => best[at]?.any !== unmatched).flat()
  const there = [...fields.titles, ...fields.others]
  return {
    document,
    missing: best.length - matched.length,
    level: Math.max(0, ...matched.map(({ any }) => Math.min(any, 3))),
    cost: matched.reduce((sum, { any }) => sum + Math.max(0, any - 3), 0),
    notTitle: matched.every(({ title, any }) => title === any) ? 0 : 1,
    apart: fields.titles.some((title) => includes(title, phrase, false)) ? 0 : 1,
    respelt: best.map(({ any }, at) => {
      const term = near[at]?.find(
        (one) => 3 + one.cost === any && there.some((field) => field.includes(one.term)),
      )
      return term?.respelling === true ? term.term : undefined
    }),
  }
}

function inOrder(scored: readonly Scored[], sort: SearchQuery['sort'], rescoreWindow: number): Scored[] {
  const newest = (a: Scored, b: Scored) => b.document.id - a.document.id
  const popular = (a: Scored, b: Scored) => b.document.uses - a.document.uses || newest(a, b)
  if (sort === 'newest') return scored.toSorted(newest)
  if (sort === 'popular') return scored.toSorted(popular)
  const ranked = scored.toSorted(
    (a, b) => a.level - b.level || a.cost - b.cost || a.notTitle - b.notTitle || popular(a, b),
  )
  const best = ranked.filter(({ level, notTitle }) => level === 0 && notTitle === 0)
  const window = best.slice(0, rescoreWindow).toSorted((a, b) => a.apart - b.apart)
  return [...window, ...ranked.slice(window.length)]
}

/** The text with each word that the first document matches only in another spelling replaced by that spelling. */
function correct(text: string, words: readonly SearchWord[], first: Scored | undefined): string | null {
  const spelling = (token: string) =>
    first?.respelt[words.findIndex((word) => word.length === 1 && word[0] === token)]
  if (first === undefined || first.respelt.every((term) => term === undefined)) return null
  return text
    .trim()
    .split(/\s+/)
    .map((piece) => {
      const tokens = searchWords(piece).map((word) => word.join(''))
      return tokens.some((token) => spelling(token) !== undefined)
        ? tokens.map((token) => spelling(token) ?? token).join(' ')
        : piece
    })
    .join(' ')
}
