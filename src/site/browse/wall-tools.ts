import { type Html, html } from '../../lib/html.ts'
import type { Links, Search } from '../kit/page/links.ts'

/** What can be done with the whole wall: any one of it, what is shown, and, with script, to hold it still. */
export function wallTools(links: Links, search: Search, hasGifs: boolean): Html {
  const { includeNsfw } = search
  return html`<div class="tools">
    ${hasGifs && html`<button class="chip" type="button" data-still data-waits>Pause</button>`}
    ${hasGifs && html`<a class="chip" href="${links.random(search)}" rel="nofollow">Random</a>`}
    <a
      class="chip switch${includeNsfw && ' switch--on'}"
      rel="nofollow"
      href="${links.search({ ...search, includeNsfw: !includeNsfw, page: 1 })}"
      >${includeNsfw ? 'Hide NSFW' : 'Show NSFW'}</a
    >
  </div>`
}
