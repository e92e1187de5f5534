import type { SearchDocument } from '../search-index.ts'
import { firstTokens } from './tokens.ts'

/** The most tokens that a title, a description and a tag are found by: a long text in a script without spaces has more. */
export const maxTitleTokens = 200
export const maxAltTokens = 500
export const maxTagTokens = 16

/** The tokens that a document is found by, in order; tags without any are left out. */
export function documentTokens({ title, alt, tags }: Pick<SearchDocument, 'title' | 'alt' | 'tags'>): {
  title: string[]
  alt: string[]
  tags: string[][]
} {
  return {
    title: firstTokens(title, maxTitleTokens),
    alt: alt === null ? [] : firstTokens(alt, maxAltTokens),
    tags: tags.map((tag) => firstTokens(tag, maxTagTokens)).filter((tokens) => tokens.length > 0),
  }
}
