import { type Kysely, sql } from 'kysely'
import type { Category } from '../../../catalogue/category.ts'
import { type NewGif, type Rating, ratings, ratingsUpTo } from '../../../catalogue/gif.ts'
import {
  firstTokens,
  includesWord,
  type SearchText,
  type SearchWord,
  searchWords,
} from '../../../search/text/tokens.ts'
import type { Tables } from '../tables.ts'

/*
 * The index holds the listed GIFs: the words of the title, the words of the tags, and facets: the category as `_c7`,
 * and the rating as `_pg13`. No word has a `_` in it, so a search text never matches a facet. The name of a category is not
 * indexed with its GIFs: a word of the name stands for the facet in the query, and renaming a category costs nothing.
 */

/** The facet of r has its name from older versions, which had no other rating. */
const ratingFacets: Record<Rating, string> = { g: '_g', pg: '_pg', 'pg-13': '_pg13', r: '_nsfw' }

/** Pages merged after each change: enough to keep up with additions, few enough to take no noticeable time. */
const mergePages = 16

/** The tokens of a title, and of one tag, by which a GIF is found: more than any sensible title or tag has. */
const maxTokens = { title: 200, tag: 16 }

/** The tokens of a tag by which GIFs like another one are found. */
const maxAlikeTokens = 8

/** Tags of which pairs are made: six make fifteen pairs. */
const maxPaired = 6

/** Adds a listed GIF to the index. */
export async function addToSearch(
  trx: Kysely<Tables>,
  id: number,
  gif: Pick<NewGif, 'title' | 'tags' | 'categoryId' | 'rating'>,
): Promise<void> {
  const inCategory = categoryFacet(gif.categoryId)
  const facets = gif.rating === null ? inCategory : `${inCategory} ${ratingFacets[gif.rating]}`
  const title = firstTokens(gif.title, maxTokens.title).join(' ')
  const tags = gif.tags.map((tag) => firstTokens(tag, maxTokens.tag).join(' ')).join(' ')
  await trx.insertInto('gif_search').values({ rowid: id, title, tags, facets }).execute()
  await mergeIndex(trx)
}

/** Does nothing if the GIF is not in the index. */
export async function removeFromSearch(trx: Kysely<Tables>, id: number): Promise<void> {
  await trx.deleteFrom('gif_search').where('rowid', '=', id).execute()
  await mergeIndex(trx)
}

/** Merges a part of the index's segments after each change, so that no single change has to merge many. */
async function mergeIndex(trx: Kysely<Tables>): Promise<void> {
  await sql`insert into gif_search (gif_search, rank) values ('merge', ${mergePages})`.execute(trx)
}

/** Merges the whole index for the fastest searches. For use after a bulk load: it blocks the database. */
export async function optimizeSearch(db: Kysely<Tables>): Promise<void> {
  await sql`insert into gif_search (gif_search) values ('optimize')`.execute(db)
}

export type SearchScope = { categoryId: number | null; maxRating: Rating }

/**
 * A search as match expressions. `any` matches every hit; `tiers` partition the same hits, the best first: the typed
 * phrase in the title, all words in the title, in the title with the last as a prefix, whole words anywhere, the rest.
 * Tiers instead of a score: sorting by score would have to read every hit of a common word.
 */
export function searchExpressions(
  { words, before, last }: SearchText,
  categories: readonly Category[],
  scope: SearchScope,
): { any: string; tiers: string[] } {
  const names = categories.map(({ id, name }) => ({
    facet: categoryFacet(id),
    tokens: searchWords(name).flat(),
  }))
  const anywhere = (word: SearchWord, asPrefix: boolean) =>
    or([
      asPrefix ? prefix(word) : phrase(word),
      ...names.filter(({ tokens }) => includesWord(tokens, word, asPrefix)).map(({ facet }) => `"${facet}"`),
    ])
  const asTyped = inTitle(phrase(words.flat()))
  const wholeInTitle = inTitle(and([...before, last].map(phrase)))
  const beginsInTitle = inTitle(and([...before.map(phrase), prefix(last)]))
  const wholeAnywhere = and([...before, last].map((word) => anywhere(word, false)))
  const beginsAnywhere = and([...before.map((word) => anywhere(word, false)), anywhere(last, true)])
  const tiers = [
    ...(words.length > 1 ? [asTyped, `${wholeInTitle} NOT ${asTyped}`] : [wholeInTitle]),
    `${beginsInTitle} NOT ${wholeInTitle}`,
    `${wholeAnywhere} NOT ${beginsInTitle}`,
    `${beginsAnywhere} NOT ${or([beginsInTitle, wholeAnywhere])}`,
  ]
  return { any: scoped(beginsAnywhere, scope), tiers: tiers.map((tier) => scoped(tier, scope)) }
}

/**
 * Match expressions for GIFs that share tags: all of the tags, two of them, one of them. Each also finds what the one
 * before it does. Empty for tags without words. Only the first few tags are paired.
 */
export function tagExpressions(tags: readonly string[], maxRating: Rating): string[] {
  const words = tags.map((tag) => firstTokens(tag, maxAlikeTokens)).filter((word) => word.length > 0)
  const tagged = [...new Set(words.map((word) => `(tags : ${phrase(word)})`))]
  const few = tagged.slice(0, maxPaired)
  const pairs = few.flatMap((one, index) => few.slice(index + 1).map((other) => and([one, other])))
  const expressions = [
    ...(tagged.length > 2 ? [and(tagged)] : []),
    ...(pairs.length > 0 ? [or(pairs)] : []),
    ...(tagged.length > 0 ? [or(tagged)] : []),
  ]
  return expressions.map((expression) => scoped(expression, { categoryId: null, maxRating }))
}

function scoped(expression: string, { categoryId, maxRating }: SearchScope): string {
  const inCategory =
    categoryId === null ? expression : and([`"${categoryFacet(categoryId)}"`, `(${expression})`])
  const found = ratingsUpTo(maxRating)
  const facetsOf = (some: Rating[]) => or(some.map((rating) => `"${ratingFacets[rating]}"`))
  if (!found.includes(null))
    return and([`(${inCategory})`, facetsOf(found.filter((rating) => rating !== null))])
  const above = ratings.filter((rating) => !found.includes(rating))
  return above.length === 0 ? inCategory : `(${inCategory}) NOT ${facetsOf(above)}`
}

function categoryFacet(id: number): string {
  return `_c${id}`
}

// Tokens hold no quotes: see searchWords.
function phrase(word: SearchWord): string {
  return `"${word.join(' ')}"`
}

function prefix(word: SearchWord): string {
  return `${phrase(word)} *`
}

function inTitle(expression: string): string {
  return `(title : (${expression}))`
}

function and(expressions: string[]): string {
  return `(${expressions.join(' AND ')})`
}

function or(expressions: string[]): string {
  return expressions.length === 1 ? expressions.join('') : `(${expressions.join(' OR ')})`
}
