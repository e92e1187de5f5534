import type { Suggestions } from '../../catalogue/discovery/discovery.ts'
import { smallStillUrl } from '../kit/gifs/stills.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** One line of the list below the search field: its text, kind and link. */
export type Suggestion = {
  kind: 'trending' | 'tag' | 'search' | 'category' | 'gif'
  text: string
  path: string
  thumb?: string
}

/** The suggestions for the text typed so far, in the format that `kit/client/suggestions.ts` reads. */
export function presentSuggestions(
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

/** The suggestions before anything is typed. */
export function presentTrendingSearches({ links }: SiteView, texts: readonly string[]): Suggestion[] {
  return texts.map((text) => ({ kind: 'trending', text, path: links.search({ text }) }))
}
