import type { Category } from '../../catalogue/category.ts'
import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Search } from '../kit/page/links.ts'
import { formatCount } from '../messages/format.ts'
import { categoryChips } from './category-chips.ts'
import { firstGif } from './first-gif.ts'
import { gifWall } from '../kit/gifs/gif-wall.ts'
import { layout } from '../kit/page/layout.ts'
import { pageHeading } from '../kit/page/page-heading.ts'
import { pageLinks } from '../kit/page/page-links.ts'
import { wallTools } from './wall-tools.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type FrontPageData = {
  search: Search
  categories: Category[]
  total: number
  /** Whether there is no public GIF at all, whatever one asks for. */
  isFresh: boolean
  pageSize: number
  gifs: Gif[]
}

/** Whether the address names a category or a page that is not there. */
export function isNowhere(data: FrontPageData): boolean {
  const { search, total, gifs } = data
  return isUnknown(data) || (total > 0 && gifs.length === 0 && search.page > 1)
}

function isUnknown({ search, categories }: FrontPageData): boolean {
  return search.categoryCode !== null && !categories.some(({ code }) => code === search.categoryCode)
}

/** The newest GIFs, or what a search found. With script the wall follows what is typed and grows as one scrolls. */
export function frontPage(view: SiteView, data: FrontPageData): Html {
  const { search } = data
  const plain = search.text === '' && search.categoryCode === null
  return layout(view, {
    title: plain ? view.name : headingOf(data),
    description: `GIFs to watch, search and copy on ${view.name}.`,
    indexed: plain && search.page === 1 && !search.includeNsfw,
    // A search from here is not to stay where nothing is.
    search: isUnknown(data) ? { ...search, categoryCode: null } : search,
    main: html`<div data-results>
      ${data.isFresh && !isUnknown(data) ? firstGif(view) : wallOf(view, data)}
    </div>`,
  })
}

function wallOf(view: SiteView, data: FrontPageData): Html {
  const { links } = view
  const { search, categories, total, pageSize, gifs } = data
  return html`${categoryChips(links, categories, search)}
    <div class="heading">
      <div class="heading__words">
        ${pageHeading(headingOf(data))}
        ${!isUnknown(data) && html`<p data-count>${formatCount(total, { one: 'GIF', other: 'GIFs' })}</p>`}
      </div>
      ${!isUnknown(data) && wallTools(links, search, gifs.length > 0)}
    </div>
    ${gifs.length > 0 ? gifWall(view, gifs, { atTop: true }) : nothingHere(view, data)}
    ${pageLinks(view, {
      page: search.page,
      pages: Math.ceil(total / pageSize),
      addressOf: (page) => links.search({ ...search, page }),
      isEndless: true,
    })}`
}

function headingOf(data: FrontPageData): string {
  const { search, categories } = data
  if (isUnknown(data)) return 'There is no such category'
  const category = categories.find(({ code }) => code === search.categoryCode)?.name ?? null
  if (search.text !== '') return category === null ? `“${search.text}”` : `“${search.text}” in ${category}`
  return category ?? 'Newest GIFs'
}

function nothingHere({ links }: SiteView, data: FrontPageData): Html {
  const { total, search } = data
  if (total > 0) return html`<p class="empty">There are fewer pages than that.</p>`
  if (isUnknown(data)) {
    return html`<div class="empty">
      <p>It may have been renamed or removed. Those there are stand above.</p>
      <a class="button" href="${links.path('/')}">All GIFs</a>
    </div>`
  }
  const wider = search.text !== '' && search.categoryCode !== null
  return html`<div class="empty">
    <p>${whyNothing(search)}</p>
    <div class="actions">
      ${wider && html`<a class="button" href="${links.search({ ...search, categoryCode: null, page: 1 })}">Search all categories</a>`}
      <a class="button" href="${links.path('/')}">All GIFs</a>
      <a class="button button--strong" href="${links.path('/create')}">Make one</a>
    </div>
  </div>`
}

function whyNothing({ text, categoryCode }: Search): string {
  if (text !== '') return 'Nothing here matches. Fewer or shorter words find more.'
  if (categoryCode !== null) return 'No GIF is in this category yet.'
  return 'All GIFs here are marked as not safe for work. They are shown when you ask for them.'
}
