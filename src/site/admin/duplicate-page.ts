import type { Gif } from '../../catalogue/gif.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { errorSummary } from '../kit/forms/fields.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { gifStill, gifSummary } from './admin-gif.ts'
import { adminPage } from './admin-page.ts'

export type Duplicate = { gif: Gif; uses: number; ownerEmail: string | null }

export type DuplicatesData = {
  /** Groups of at least two GIFs each, the most used first. */
  groups: Duplicate[][]
  /** The positions at which this page and the next one begin; null for the first page, and without a next one. */
  below: number | null
  next: number | null
  done?: string
  error?: AppError
}

/** Groups of GIFs that look the same, each with a choice of the GIF to keep. */
export function duplicatesPage(view: SiteView, { groups, below, next, done, error }: DuplicatesData): Html {
  const texts = view.messages.admin.duplicates
  return adminPage(view, {
    tab: 'duplicates',
    title: view.messages.admin.tabs.duplicates,
    ...(done !== undefined && { done }),
    main: html`${errorSummary(error)}
      <p class="soft">${texts.hint} ${texts.unknown.replaceAll('`', '')}</p>
      ${groups.length === 0 && html`<p class="nothing">${next === null ? texts.none : texts.noneHere}</p>`}
      ${groups.map((group) => groupForm(view, group, below))}
      ${next !== null && html`<p><a class="button" href="${view.links.path(`/admin/duplicates?below=${next}`)}">${texts.further}</a></p>`}`,
  })
}

function groupForm(view: SiteView, group: Duplicate[], below: number | null): Html {
  const texts = view.messages.admin.duplicates
  const path = (name: string) => view.links.path(`/admin/duplicates/${name}`)
  return html`<form class="panel stack" method="post" action="${path('merge')}">
    <input type="hidden" name="gifs" value="${group.map(({ gif }) => gif.id).join(',')}" />
    ${below !== null && html`<input type="hidden" name="back" value="below=${below}" />`}
    <fieldset>
      <legend>
        <h2>${texts.group(group.length)}</h2>
      </legend>
      <ul class="duplicates">
        ${group.map((duplicate, index) => duplicateItem(view, duplicate, index === 0))}
      </ul>
    </fieldset>
    <div class="actions">
      <button class="button button--strong" type="submit">${texts.merge}</button>
      <button class="button" type="submit" formaction="${path('dismiss')}">${texts.dismiss}</button>
    </div>
  </form>`
}

function duplicateItem(view: SiteView, { gif, uses, ownerEmail }: Duplicate, isFirst: boolean): Html {
  const { messages, mediaUrls, links } = view
  const texts = messages.admin.duplicates
  return html`<li class="duplicate">
    <a
      class="duplicate__still"
      href="${links.path(`/${gif.code}`)}"
      data-mp4="${mediaUrls.urlOf(gif, 'mp4')}"
      data-webp="${mediaUrls.urlOf(gif, 'webp')}"
      tabindex="-1"
      aria-hidden="true"
      >${gifStill(view, gif)}</a
    >
    ${gifSummary(view, gif)}
    <p class="soft">
      ${texts.details(
        gif.width,
        gif.height,
        view.messages.formats.formatBytes(gif.renditions.gif?.bytes ?? 0),
        texts.uses(uses),
        ownerEmail ?? texts.noOwner,
        view.messages.formats.formatDate(gif.createdAt),
      )}
    </p>
    <label class="choice">
      <input type="radio" name="keep" value="${gif.id}" required ${isFirst && html` checked`} />
      ${texts.keep}
    </label>
  </li>`
}
