import type { Category } from '../../catalogue/category.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
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

/** The categories, each editable, and a form to add one. */
export function categoriesPage(view: SiteView, { categories, typed, error, done }: CategoriesData): Html {
  const texts = view.messages.admin.categories
  return adminPage(view, {
    tab: 'categories',
    title: view.messages.admin.tabs.categories,
    aside: html`${texts.count(categories.length)} · <a href="#add">${texts.addLink}</a>`,
    ...(done !== undefined && { done }),
    main: html`${errorSummary(error)}
      <div class="halves">
        <table class="table rows rows--order" role="table">
          <caption class="visually-hidden">
            ${texts.caption}
          </caption>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">${texts.name}</th>
              <th role="columnheader" scope="col">${texts.code}</th>
              <th role="columnheader" scope="col">${texts.order}</th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            ${categories.map((category, index) => categoryRow(view, category, index + 1, categories.length))}
          </tbody>
        </table>
        <form class="form panel" method="post" action="${view.links.path('/admin/categories')}">
          <h2 id="add">${texts.addHeading}</h2>
          ${categoryFields(view, typed ?? { name: '', code: '' }, error, texts.codeHint)}
          <button class="button button--strong" type="submit">${texts.add}</button>
        </form>
      </div>`,
  })
}

function categoryRow(view: SiteView, { id, name, code }: Category, place: number, count: number): Html {
  const texts = view.messages.admin.categories
  const move = (label: string, about: string, to: number) =>
    postButton(view, {
      path: `/admin/categories/${id}/move`,
      label,
      about,
      disabled: to < 1 || to > count,
      values: { place: String(to) },
    })
  return html`<tr role="row" id="category-${id}">
    <td role="cell"><a href="${view.links.path(`/admin/categories/${id}`)}" dir="auto">${name}</a></td>
    <td role="cell"><code>${code}</code></td>
    <td role="cell">
      <div class="actions actions--tight">
        ${move(texts.up, texts.moveUp(name), place - 1)} ${move(texts.down, texts.moveDown(name), place + 1)}
      </div>
    </td>
  </tr>`
}

export type CategoryData = { category: Category; typed?: TypedCategory; error?: AppError }

/** The page to rename or remove a category. */
export function categoryPage(view: SiteView, { category, typed, error }: CategoryData): Html {
  const texts = view.messages.admin.categories
  const path = `/admin/categories/${category.id}`
  return adminPage(view, {
    tab: 'categories',
    title: category.name,
    main: html`${errorSummary(error)}
      <div class="halves">
        <form class="form panel" method="post" action="${view.links.path(path)}">
          <h2>${texts.nameAndCode}</h2>
          ${categoryFields(view, typed ?? category, error, texts.changeCodeHint)}
          <div class="actions">
            <button class="button button--strong" type="submit">${texts.save}</button>
            <a class="button" href="${view.links.path('/admin/categories')}">${texts.back}</a>
          </div>
        </form>
        <section class="panel" aria-labelledby="remove">
          <h2 id="remove">${texts.removeHeading}</h2>
          <p>${texts.removeHint}</p>
          <div class="actions">
            ${postButton(view, { path: `${path}/remove`, label: texts.remove, look: 'danger' })}
          </div>
        </section>
      </div>`,
  })
}

function categoryFields(
  view: SiteView,
  { name, code }: TypedCategory,
  error: AppError | undefined,
  codeHint: string,
): Html {
  const texts = view.messages.admin.categories
  const common = { maxLength: categoryNameLength, autocomplete: 'off', error: error ?? null }
  return html`${textField({ ...common, label: texts.name, name: 'name', value: name, required: true })}
  ${textField({ ...common, label: texts.code, name: 'code', value: code, hint: codeHint })}`
}
