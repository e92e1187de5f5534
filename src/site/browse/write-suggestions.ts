import type { Suggestions } from '../../catalogue/discovery/discovery.ts'
import { smallStillUrl } from '../kit/gifs/still-sources.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** One line of the list below the search field: what it says, what it is, and where it leads. */
export type Suggestion = {
  kind: 'trending' | 'tag' | 'search' | 'category' | 'gif'
  text: string
  path: string
  thumb?: string
}

/** What is suggested while one types, as `kit/client/suggestions.ts` reads it. */
export function writeSuggestions(
  view: SiteView,
  { completions, categories, gifs }: Suggestions,
): Suggestion[] {
  const { links } = view
  return [
    ...completions.map(({ kind, text }) => ({
      kind: kind === 'tag' ? ('tag' as const) : ('search' as const),
      text,
      path: links.search({ text }),
    })),
    ...categories.map(({ name, code }) => ({
      kind: 'category' as const,
      text: name,
      path: links.search({ categoryCode: code }),
    })),
    ...gifs.map((gif) => ({
      kind: 'gif' as const,
      text: gif.title,
      path: links.path(`/${gif.code}`),
      thumb: smallStillUrl(view, gif),
    })),
  ]
}

/** What is suggested before anything is typed. */
export function writeTrendingSearches({ links }: SiteView, texts: readonly string[]): Suggestion[] {
  return texts.map((text) => ({ kind: 'trending', text, path: links.search({ text }) }))
}
