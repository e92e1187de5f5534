import type { Suggestions } from '../../catalogue/suggest.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** One line of the list below the search field: what it says, what it is, and where it leads. */
export type Suggestion = { kind: 'category' | 'tag' | 'gif'; text: string; path: string; thumb?: string }

/** What is suggested while one types, as `client/suggestions.ts` reads it. */
export function writeSuggestions(
  { links, mediaUrls }: Pick<SiteView, 'links' | 'mediaUrls'>,
  { categories, tags, gifs }: Suggestions,
): Suggestion[] {
  return [
    ...tags.map((tag) => ({ kind: 'tag', text: tag, path: links.search({ text: tag }) }) as const),
    ...categories.map(
      ({ name, code }) =>
        ({ kind: 'category', text: name, path: links.search({ categoryCode: code }) }) as const,
    ),
    ...gifs.map((gif) => ({
      kind: 'gif' as const,
      text: gif.title,
      path: links.path(`/${gif.code}`),
      thumb: mediaUrls.urlOf(gif, 'thumb'),
    })),
  ]
}
