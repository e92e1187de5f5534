import { type AppDay, type AppRecord, type AppUse, useCounts } from '../../accounts/apps/app-store.ts'
import type { Category } from '../../catalogue/category.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { copyField, errorSummary } from '../kit/forms/fields.ts'
import { confirmationField } from '../kit/forms/password-field.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { adminPage } from './admin-page.ts'
import { appFields, shownAppDays, type TypedApp } from './apps-page.ts'

export type AppData = {
  app: AppRecord
  /** The app's use on the days shown; `today` is the last of them. */
  days: AppDay[]
  today: number
  categories: Category[]
  isConfirmationNeeded: boolean
  done?: string
  typed?: Omit<TypedApp, 'name'>
  error?: AppError
}

/** The page of one app: its use by day, its permissions, and its removal. */
export function appPage(view: SiteView, data: AppData): Html {
  const texts = view.messages.admin.apps
  const { app, isConfirmationNeeded, error, done } = data
  const path = view.links.path(`/admin/apps/${app.id}`)
  const typed = data.typed ?? {
    rate: app.ratePerMinute === null ? '' : String(app.ratePerMinute),
    mayUpload: app.mayUpload,
    category: app.categoryId === null ? '' : String(app.categoryId),
  }
  return adminPage(view, {
    tab: 'apps',
    title: app.name,
    ...(done !== undefined && { done }),
    main: html`${errorSummary(error)}
      <p class="soft">${texts.summary(app.hint, view.messages.formats.formatDate(app.createdAt))}</p>
      <section class="panel" aria-labelledby="use">
        <h2 id="use">${texts.useHeading(shownAppDays)}</h2>
        <div class="plots">${useCounts.map((kind) => plot(view, data, kind))}</div>
      </section>
      <div class="halves halves--even">
        <form class="form panel" method="post" action="${path}">
          <h2>${texts.limits}</h2>
          ${appFields(view, typed, data)}
          <div class="actions">
            <button class="button button--strong" type="submit">${texts.save}</button>
            <a class="button" href="${view.links.path('/admin/apps')}">${texts.back}</a>
          </div>
        </form>
        <section class="panel" aria-labelledby="remove">
          <h2 id="remove">${texts.removeHeading}</h2>
          <p>${texts.removeHint}</p>
          <form class="form" method="post" action="${path}/remove">
            ${isConfirmationNeeded && confirmationField(view, { returnTo: `/admin/apps/${app.id}`, error: error ?? null })}
            <div class="actions">
              <button class="button button--danger" type="submit">${texts.remove}</button>
            </div>
          </form>
        </section>
      </div>`,
  })
}

const barWidth = 10
const plotHeight = 100

/** A bar chart with one bar per day, relative to the highest. */
function plot(view: SiteView, { days, today }: AppData, kind: keyof AppUse): Html {
  const texts = view.messages.admin.apps
  const counts = Array.from({ length: shownAppDays }, (_, index) => {
    const day = today - shownAppDays + 1 + index
    return days.find((use) => use.day === day)?.[kind] ?? 0
  })
  const most = Math.max(...counts)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const height = (count: number) => (count === 0 ? 0 : Math.max(2, (plotHeight * count) / most))
  return html`<figure class="plot plot--${kind}">
    <figcaption>
      <span class="plot__label">${texts[kind]}</span>
      <span class="soft"
        >${texts.total(view.messages.formats.formatNumber(total), view.messages.formats.formatNumber(most))}</span
      >
    </figcaption>
    <svg
      viewBox="0 0 ${shownAppDays * barWidth} ${plotHeight}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${texts.plot(texts[kind], shownAppDays)}"
    >
      ${counts.map((count, index) => {
        const high = Math.round(height(count))
        return html`<rect
          x="${index * barWidth + 1}"
          y="${plotHeight - high}"
          width="${barWidth - 2}"
          height="${high}"
        />`
      })}
    </svg>
  </figure>`
}

/** The page that shows the key of a new app, only once. */
export function newKeyPage(view: SiteView, app: AppRecord, key: string): Html {
  const texts = view.messages.admin.apps
  return adminPage(view, {
    tab: 'apps',
    title: texts.keyTitle,
    main: html`<div class="panel">
      <p>${texts.keyHint(app.name)}</p>
      ${copyField(view, texts.newKey, key)}
      <div class="actions">
        <a class="button" href="${view.links.path(`/admin/apps/${app.id}`)}">${texts.finish}</a>
      </div>
    </div>`,
  })
}
