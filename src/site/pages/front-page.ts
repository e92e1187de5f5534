import type { Category } from '../../catalogue/category.ts'
import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Search } from '../links.ts'
import { writeCount } from '../measures.ts'
import { categoryChips } from '../parts/category-chips.ts'
import { firstGif } from '../parts/first-gif.ts'
import { gifCard } from '../parts/gif-card.ts'
import { layout } from '../parts/layout.ts'
import { pagination } from '../parts/pagination.ts'
import type { SiteView } from '../site-view.ts'

export type FrontPageData = {
  search: Search
  categories: Category[]
  total: number
  pageSize: number
  gifs: Gif[]
}

/** The newest GIFs, or what a search found. */
export function frontPage(view: SiteView, data: FrontPageData): Html {
  const { search, categories, total, gifs } = data
  const plain = search.text === '' && search.categoryCode === null
  const heading = headingOf(data)
  return layout(view, {
    title: plain ? view.name : heading,
    description: `GIFs to watch, search and copy on ${view.name}.`,
    indexed: plain,
    search,
    main: html`${(total > 0 || !plain) && categoryChips(view.links, categories, search)}
      <div class="heading">
        <h1>${heading}</h1>
        ${total > 0 && html`<p>${writeCount(total, 'GIF')}</p>`}
      </div>
      ${
        gifs.length > 0
          ? html`<ul class="wall">
              ${gifs.map((gif) => gifCard(view, gif))}
            </ul>`
          : nothingHere(view, data, plain)
      }
      ${pagination(view.links, search, Math.ceil(total / data.pageSize))}`,
  })
}

function headingOf({ search, categories, total }: FrontPageData): string {
  const category = categories.find(({ code }) => code === search.categoryCode)?.name ?? search.categoryCode
  if (search.text !== '') return category === null ? `“${search.text}”` : `“${search.text}” in ${category}`
  if (category !== null) return category
  return total === 0 ? 'The first GIF is yours to make' : 'Newest GIFs'
}

function nothingHere(view: SiteView, { total, search, categories }: FrontPageData, plain: boolean): Html {
  if (total > 0) {
    return html`<div class="empty">
      <p>There are fewer pages than that.</p>
      <a class="button" href="${view.links.search({ ...search, page: 1 })}">To the first page</a>
    </div>`
  }
  if (plain) return firstGif(view, categories[0]?.id ?? 1)
  return html`<div class="empty">
    <p>Nothing here matches. Fewer or shorter words find more.</p>
    <a class="button" href="${view.links.path('/')}">All GIFs</a>
  </div>`
}
