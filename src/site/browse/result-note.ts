import type { FoundIds } from '../../catalogue/find-gifs.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Search } from '../kit/page/links.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** Says when the results are not what was typed, word for word, and links to what is. */
export function resultNote(
  { links, messages }: SiteView,
  search: Search,
  found: Pick<FoundIds, 'match' | 'corrected'>,
): Html | null {
  const texts = messages.browse.note
  const link = (exactOnly: boolean, text: string) =>
    html`<a rel="nofollow" href="${links.search({ ...search, exactOnly, page: 1 })}">${text}</a>`
  if (search.exactOnly) {
    return html`<p class="result-note">${texts.exactOnly} ${link(false, texts.includeClose)}</p>`
  }
  if (found.corrected !== null) {
    return html`<p class="result-note" dir="auto">${link(true, texts.searchInstead(search.text))}</p>`
  }
  if (found.match === 'partial') return html`<p class="result-note">${texts.partial}</p>`
  return null
}
