import type { Category } from '../../catalogue/category.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { formatCount } from '../messages/format.ts'
import { adminPage } from './admin-page.ts'
import { postButton } from '../kit/forms/post-button.ts'
import { errorSummary, textField } from '../kit/forms/fields.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** The longest name and code of a category that a form takes. */
export const categoryNameLength = 60

type TypedCategory = { name: string; code: string }

export type CategoriesData = {
  categories: Category[]
  done?: string
  typed?: TypedCategory
  error?: AppError
}

/** The categories in their order, which can be changed, and a form for another one. */
export function categoriesPage(view: SiteView, { categories, typed, error, done }: CategoriesData): Html {
  return adminPage(view, {
    tab: 'categories',
    title: 'Categories',
    aside: html`${formatCount(categories.length, { one: 'category', other: 'categories' })} ·
      <a href="#add">Add one</a>`,
    ...(done !== undefined && { done }),
    main: html`${errorSummary(error)}
      <div class="halves">
        <table class="table rows rows--order" role="table">
          <caption class="unseen">
            The categories in their order
          </caption>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">Name</th>
              <th role="columnheader" scope="col">Code</th>
              <th role="columnheader" scope="col">Order</th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            ${categories.map((category, index) => categoryRow(view, category, index + 1, categories.length))}
          </tbody>
        </table>
        <form class="form panel" method="post" action="${view.links.path('/admin/categories')}">
          <h2 id="add">Add a category</h2>
          ${categoryFields(typed ?? { name: '', code: '' }, error, 'Left empty, it is made from the name. Addresses and apps use it.')}
          <button class="button button--strong" type="submit">Add</button>
        </form>
      </div>`,
  })
}

function categoryRow(view: SiteView, { id, name, code }: Category, place: number, count: number): Html {
  const move = (words: string, to: number) =>
    postButton(view, {
      path: `/admin/categories/${id}/move`,
      words,
      about: `${name} ${words === '↑' ? 'up' : 'down'}`,
      disabled: to < 1 || to > count,
      values: { place: String(to) },
    })
  return html`<tr role="row" id="category-${id}">
    <td role="cell"><a href="${view.links.path(`/admin/categories/${id}`)}" dir="auto">${name}</a></td>
    <td role="cell"><code>${code}</code></td>
    <td role="cell">
      <div class="actions actions--tight">${move('↑', place - 1)} ${move('↓', place + 1)}</div>
    </td>
  </tr>`
}

export type CategoryData = { category: Category; typed?: TypedCategory; error?: AppError }

/** One category, to be renamed or removed. */
export function categoryPage(view: SiteView, { category, typed, error }: CategoryData): Html {
  const path = `/admin/categories/${category.id}`
  return adminPage(view, {
    tab: 'categories',
    title: category.name,
    main: html`${errorSummary(error)}
      <div class="halves">
        <form class="form panel" method="post" action="${view.links.path(path)}">
          <h2>Name and code</h2>
          ${categoryFields(typed ?? category, error, 'Addresses and apps use it: those with the old one find nothing any more.')}
          <div class="actions">
            <button class="button button--strong" type="submit">Save</button>
            <a class="button" href="${view.links.path('/admin/categories')}">Back</a>
          </div>
        </form>
        <section class="panel" aria-labelledby="remove">
          <h2 id="remove">Remove</h2>
          <p>A category can be removed when no GIF is in it, public or not.</p>
          <div class="actions">
            ${postButton(view, { path: `${path}/remove`, words: 'Remove the category', look: 'danger' })}
          </div>
        </section>
      </div>`,
  })
}

function categoryFields({ name, code }: TypedCategory, error: AppError | undefined, codeHint: string): Html {
  const common = { maxLength: categoryNameLength, autocomplete: 'off', error: error ?? null }
  return html`${textField({ ...common, label: 'Name', name: 'name', value: name, required: true })}
  ${textField({ ...common, label: 'Code', name: 'code', value: code, hint: codeHint })}`
}
