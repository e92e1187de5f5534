import type { Category } from '../../catalogue/category.ts'
import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Search } from '../kit/page/links.ts'
import type { Messages } from '../messages/messages.ts'
import { categoryChips } from './category-chips.ts'
import { gifGrid } from '../kit/gifs/gif-grid.ts'
import { layout } from '../kit/page/layout.ts'
import { pageHeading } from '../kit/page/page-heading.ts'
import { pageLinks } from '../kit/page/page-links.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type FrontPageData = {
  search: Search
  /** Those to choose from; without the chosen one there is no such category. */
  categories: Category[]
  total: number
  /** Whether the instance has no public GIF at all. */
  isFresh: boolean
  pageSize: number
  gifs: Gif[]
}

/** Whether the address names a category or a page that does not exist. */
export function isMissing(data: FrontPageData): boolean {
  const { search, total, gifs } = data
  return isUnknown(data) || (total > 0 && gifs.length === 0 && search.page > 1)
}

function isUnknown({ search, categories }: FrontPageData): boolean {
  return search.categoryCode !== null && !categories.some(({ code }) => code === search.categoryCode)
}

/** The newest GIFs, or the results of a search. With script, results update while typing and load while scrolling. */
export function frontPage(view: SiteView, data: FrontPageData): Html {
  const { search } = data
  const plain = search.text === '' && search.categoryCode === null
  return layout(view, {
    feature: 'browse',
    title: plain ? view.name : headingOf(view, data),
    description: view.messages.browse.description(view.name),
    indexed: plain && search.page === 1 && !search.includeNsfw,
    // A search from here must not stay in a category that does not exist.
    search: isUnknown(data) ? { ...search, categoryCode: null } : search,
    main: html`<div data-results>
      ${data.isFresh && !isUnknown(data) ? firstGif(view) : results(view, data)}
    </div>`,
  })
}

function results(view: SiteView, data: FrontPageData): Html {
  const { links } = view
  const { search, categories, total, pageSize, gifs } = data
  return html`${categoryChips(view, categories, search)}
    <div class="heading">
      <div class="heading__words">
        ${pageHeading(headingOf(view, data))}
        ${!isUnknown(data) && html`<p data-count>${view.messages.kit.gifCount(total)}</p>`}
      </div>
      ${!isUnknown(data) && gridTools(view, search, gifs.length > 0)}
    </div>
    ${gifs.length > 0 ? gifGrid(view, gifs, { atTop: true }) : emptyResult(view, data)}
    ${pageLinks(view, {
      page: search.page,
      pages: Math.ceil(total / pageSize),
      addressOf: (page) => links.search({ ...search, page }),
      isEndless: true,
    })}`
}

function headingOf({ messages }: SiteView, data: FrontPageData): string {
  const texts = messages.browse
  const { search, categories } = data
  if (isUnknown(data)) return texts.empty.unknownCategory
  const category = categories.find(({ code }) => code === search.categoryCode)?.name ?? null
  if (search.text !== '')
    return category === null
      ? texts.searchHeading(search.text)
      : texts.searchInCategory(search.text, category)
  return category ?? texts.newest
}

function emptyResult({ links, messages }: SiteView, data: FrontPageData): Html {
  const { total, search } = data
  const texts = messages.browse.empty
  if (total > 0) return html`<p class="empty">${messages.kit.pagination.pastTheEnd}</p>`
  if (isUnknown(data)) {
    return html`<div class="empty">
      <p>${texts.unknownCategoryHint}</p>
      <a class="button" href="${links.path('/')}">${texts.allGifs}</a>
    </div>`
  }
  const wider = search.text !== '' && search.categoryCode !== null
  return html`<div class="empty">
    <p>${emptyReason(messages, search)}</p>
    <div class="actions">
      ${wider && html`<a class="button" href="${links.search({ ...search, categoryCode: null, page: 1 })}">${texts.searchAll}</a>`}
      <a class="button" href="${links.path('/')}">${texts.allGifs}</a>
      <a class="button button--strong" href="${links.path('/create')}">${texts.makeOne}</a>
    </div>
  </div>`
}

function emptyReason({ browse: { empty } }: Messages, { text, categoryCode }: Search): string {
  if (text !== '') return empty.noMatch
  if (categoryCode !== null) return empty.emptyCategory
  return empty.onlyNsfw
}

/** What can be done with all results: a random one, NSFW, and, with script, pausing them. */
function gridTools({ links, messages }: SiteView, search: Search, hasGifs: boolean): Html {
  const { includeNsfw } = search
  const texts = messages.browse.tools
  return html`<div class="tools">
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
