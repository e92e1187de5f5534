import { type AppDay, type AppRecord, sumUse } from '../../accounts/apps/app-store.ts'
import { maxAppName, maxAppRate } from '../../accounts/apps/manage-apps.ts'
import type { Category } from '../../catalogue/category.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { checkField, choiceField, errorSummary, textField } from '../kit/forms/fields.ts'
import { confirmationField } from '../kit/forms/password-field.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { adminPage } from './admin-page.ts'

/** The number of days for which the use of apps is shown. */
export const shownAppDays = 30

export type TypedApp = { name: string; rate: string; mayUpload: boolean; category: string }

export type AppsData = {
  apps: AppRecord[]
  /** The use of all apps on the days shown. */
  days: AppDay[]
  categories: Category[]
  /** True if both interfaces accept any key and requests without one. */
  isOpen: boolean
  isConfirmationNeeded: boolean
  done?: string
  typed?: TypedApp
  error?: AppError
}

const untyped: TypedApp = { name: '', rate: '', mayUpload: false, category: '' }

/** The apps with their use, and a form to add one. */
export function appsPage(view: SiteView, data: AppsData): Html {
  const texts = view.messages.admin.apps
  const { apps, isOpen, isConfirmationNeeded, typed = untyped, error, done } = data
  const name = html`${textField({
    label: texts.name,
    name: 'name',
    value: typed.name,
    required: true,
    maxLength: maxAppName,
    autocomplete: 'off',
    error: error ?? null,
  })}`
  return adminPage(view, {
    tab: 'apps',
    title: view.messages.admin.tabs.apps,
    aside: html`${texts.count(apps.length)} · <a href="#add">${texts.addLink}</a>`,
    ...(done !== undefined && { done }),
    main: html`${errorSummary(error)}
      <p class="soft">${isOpen ? texts.openHint : texts.closedHint}</p>
      ${apps.length === 0 ? html`<p class="nothing">${texts.none}</p>` : appTable(view, data)}
      <form class="form panel" method="post" action="${view.links.path('/admin/apps')}">
        <h2 id="add">${texts.addHeading}</h2>
        ${name} ${appFields(view, typed, data)}
        ${isConfirmationNeeded && confirmationField(view, { returnTo: '/admin/apps', error: error ?? null })}
        <button class="button button--strong" type="submit">${texts.add}</button>
      </form>`,
  })
}

function appTable(view: SiteView, { apps, days, categories }: AppsData): Html {
  const texts = view.messages.admin.apps
  const labels = [texts.app, texts.key, texts.rate, texts.uploads, texts.searches, texts.shares, texts.errors]
  return html`<table class="table rows" role="table">
    <caption class="visually-hidden">
      ${texts.caption(shownAppDays)}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${labels.map((label) => html`<th role="columnheader" scope="col">${label}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${apps.map((app) => {
        const use = sumUse(days.filter(({ appId }) => appId === app.id))
        const category = categories.find(({ id }) => app.mayUpload && id === app.categoryId)
        return html`<tr role="row">
          <td role="cell">
            <a href="${view.links.path(`/admin/apps/${app.id}`)}" dir="auto">${app.name}</a>
          </td>
          <td role="cell" data-label="${texts.key}"><code>${app.hint}…</code></td>
          <td role="cell" data-label="${texts.rate}">
            ${app.ratePerMinute === null ? '–' : view.messages.formats.formatNumber(app.ratePerMinute)}
          </td>
          <td role="cell" data-label="${texts.uploads}" dir="auto">${category?.name ?? '–'}</td>
          <td role="cell" data-label="${texts.searches}">
            ${view.messages.formats.formatNumber(use.searches)}
          </td>
          <td role="cell" data-label="${texts.shares}">${view.messages.formats.formatNumber(use.shares)}</td>
          <td role="cell" data-label="${texts.errors}">${view.messages.formats.formatNumber(use.errors)}</td>
        </tr>`
      })}
    </tbody>
  </table>`
}

/** The fields for the permissions of an app. */
export function appFields(
  view: SiteView,
  typed: Omit<TypedApp, 'name'>,
  { categories, error }: { categories: readonly Category[]; error?: AppError },
): Html {
  const texts = view.messages.admin.apps
  const shown = { error: error ?? null }
  return html`${textField({
    ...shown,
    label: texts.rate,
    name: 'rate',
    value: typed.rate,
    type: 'number',
    min: 1,
    max: maxAppRate,
    hint: texts.rateHint,
  })}
  ${checkField({ ...shown, label: texts.mayUpload, name: 'upload', checked: typed.mayUpload })}
  ${choiceField({
    ...shown,
    label: texts.category,
    name: 'category',
    value: typed.category,
    options: [
      { value: '', label: texts.chooseCategory },
      ...categories.map((category) => ({ value: String(category.id), label: category.name })),
    ],
  })}`
}
