import { type Html, html } from '../../lib/html.ts'
import type { Search, SearchSort } from '../kit/page/links.ts'
import { emptyResult, unknownCategory } from './empty-result.ts'
import { gifGrid } from '../kit/gifs/gif-grid.ts'
import { layout, pageHeading } from '../kit/page/layout.ts'
import { pageLinks } from '../kit/page/list-pages.ts'
import { type FrontPageData, isPlain, isUnknown } from './front-page-data.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { hasEnoughTrending, trendingSearches } from './trending.ts'
import type { Category } from '../../catalogue/category.ts'
import type { FoundIds } from '../../catalogue/find-gifs.ts'

/** The front page: the newest GIFs, or the results of a search. With script, results update during typing and scrolling. */
export function frontPage(view: SiteView, data: FrontPageData): Html {
  const { search } = data
  const plain = isPlain(search)
  return layout(view, {
    feature: 'browse',
    isWide: true,
    title: plain ? view.name : titleOf(view, data),
    description: view.messages.browse.description(view.name),
    head: isUnknown(data) ? undefined : feedLink(view, data),
    indexed: plain && search.page === 1 && !search.includeNsfw,
    // A search from here must not keep a category that does not exist.
    search: isUnknown(data) ? { ...search, categoryCode: null } : search,
    main: html`<div data-results="${view.links.path('/search')}">${contentOf(view, data)}</div>`,
  })
}

/** The link by which feed readers find the feed of this page. */
function feedLink({ links, messages, name }: SiteView, { search }: FrontPageData): Html {
  const title = messages.browse.feedTitle(name, search.text)
  return html`<link
    rel="alternate"
    type="application/atom+xml"
    title="${title}"
    href="${links.feed(search)}"
  />`
}

function contentOf(view: SiteView, data: FrontPageData): Html {
  const chips = categoryChips(view, data.categories, data.search)
  if (isUnknown(data)) {
    const heading = pageHeading(titleOf(view, data))
    return html`${chips}
      <div class="heading">${heading}</div>
      ${unknownCategory(view)}`
  }
  if (data.isFresh) return firstGif(view)
  const { search, trending } = data
  const isFirst = isPlain(search) && search.page === 1
  return html`${isFirst && trendingSearches(view, data.trendingSearches)} ${chips}
  ${isFirst && hasEnoughTrending(trending) ? trendingAndNewest(view, data) : results(view, data)}`
}

function results(view: SiteView, data: FrontPageData): Html {
  const { search, total, gifs } = data
  return html`<div class="heading">
      <div class="heading__words">
        ${pageHeading(headingOf(view, data))}
        <p data-count>${view.messages.kit.gifCount(total)}</p>
        ${resultNote(view, search, data)}
      </div>
      ${gridTools(view, search, gifs.length > 0)}
    </div>
    ${gridOf(view, data, true)}`
}

/** The trending GIFs on the first screen, followed by an endless list of the newest. */
function trendingAndNewest(view: SiteView, data: FrontPageData): Html {
  const texts = view.messages.browse
  return html`<div class="heading">${pageHeading(texts.trending)} ${gridTools(view, data.search, true)}</div>
    ${gifGrid(view, data.trending, { atTop: true })}
    <div class="heading heading--next">
      <div class="heading__words">
        <h2>${texts.newest}</h2>
        <p data-count>${view.messages.kit.gifCount(data.total)}</p>
      </div>
    </div>
    ${gridOf(view, data, false)}`
}

function gridOf(view: SiteView, data: FrontPageData, atTop: boolean): Html {
  const { links, messages } = view
  const { search, total, pageSize, gifs } = data
  const pages = pageLinks(view, {
    page: search.page,
    pages: Math.ceil(total / pageSize),
    addressOf: (page) => links.search({ ...search, page }),
    isEndless: true,
  })
  if (gifs.length > 0) return html`${gifGrid(view, gifs, { atTop, isEndless: true })} ${pages}`
  if (total > 0)
    return html`<p class="empty">${messages.kit.pagination.pastTheEnd}</p>
      ${pages}`
  return emptyResult(view, data)
}

/** The heading of the results: the text as typed, and its corrected spelling, if any. */
function headingOf(view: SiteView, data: FrontPageData): string {
  const { corrected } = data
  return corrected === null ? titleOf(view, data) : view.messages.browse.correctedHeading(corrected)
}

function titleOf({ messages }: SiteView, data: FrontPageData): string {
  const texts = messages.browse
  const { search, categories } = data
  if (isUnknown(data)) return texts.empty.unknownCategory
  const category = categories.find(({ code }) => code === search.categoryCode)?.name ?? null
  if (search.text !== '')
    return category === null
      ? texts.searchHeading(search.text)
      : texts.searchInCategory(search.text, category)
  return category ?? (search.sort === 'popular' ? texts.popular : texts.newest)
}

/** The actions for all results: a random GIF, NSFW, the order, and, with script, pausing. */
function gridTools(view: SiteView, search: Search, hasGifs: boolean): Html {
  const { links, messages } = view
  const { includeNsfw } = search
  const texts = messages.browse.tools
  return html`<div class="tools">
    ${hasGifs && !isPlain(search) && sortMenu(view, search)}
    ${hasGifs && html`<button class="chip" type="button" data-still data-waits>${texts.pause}</button>`}
    ${hasGifs && html`<a class="chip" href="${links.random(search)}" rel="nofollow">${texts.random}</a>`}
    <a
      class="chip switch${includeNsfw && ' switch--on'}"
      rel="nofollow"
      href="${links.search({ ...search, includeNsfw: !includeNsfw, page: 1 })}"
      >${includeNsfw ? texts.hideNsfw : texts.showNsfw}</a
    >
  </div>`
}

/** Invites the visitors of a new instance to make the first GIF. */
function firstGif({ links, assets, messages }: SiteView): Html {
  const texts = messages.browse.firstGif
  return html`<div class="empty empty--first">
    <img src="${links.path(assets.firstGif.path)}" alt="" width="320" height="200" />
    <h1>${texts.heading}</h1>
    <p>${texts.hint}</p>
    <a class="button button--strong button--large" href="${links.path('/create')}">${texts.make}</a>
    <p><small>${texts.developers(links.path('/developers'))}</small></p>
  </div>`
}

/** A link for each category and one for all, which keep the search text; null without a choice. */
function categoryChips(
  { links, messages }: SiteView,
  categories: readonly Category[],
  search: Search,
): Html | null {
  if (categories.length === 0) return null
  const chip = (name: string, code: string | null) =>
    html`<li>
      <a
        class="chip"
        dir="auto"
        href="${links.search({ ...search, categoryCode: code, page: 1 })}"
        ${code === search.categoryCode && html` aria-current="true"`}
        >${name}</a
      >
    </li>`
  return html`<nav aria-label="${messages.browse.categories}">
    <ul class="chips chips--swiped">
      ${chip(messages.browse.allCategories, null)} ${categories.map(({ name, code }) => chip(name, code))}
    </ul>
  </nav>`
}

/** A note that results are not for the exact text typed, with a link to those that are. */
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

/** A menu of links to the same results in another order. It opens without script. */
function sortMenu({ links, messages }: SiteView, search: Search): Html {
  const texts = messages.browse.sort
  // Relevance needs a search text; without one the newest come first.
  const first = search.text === '' ? texts.newest : texts.relevance
  const sorts: [SearchSort | null, string][] = [
    [null, first],
    ...(search.text === '' ? [] : [['newest', texts.newest] as [SearchSort, string]]),
    ['popular', texts.popular],
  ]
  const chosen = sorts.find(([sort]) => sort === search.sort)?.[1] ?? first
  return html`<details class="menu sort" data-menu>
    <summary class="chip"><span class="visually-hidden">${texts.label}: </span>${chosen}</summary>
    <ul class="menu__sheet">
      ${sorts.map(
        ([sort, name]) =>
          html`<li>
            <a
              href="${links.search({ ...search, sort, page: 1 })}"
              rel="nofollow"
              ${sort === search.sort && html` aria-current="true"`}
              >${name}</a
            >
          </li>`,
      )}
    </ul>
  </details>`
}
