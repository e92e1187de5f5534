import type { Category } from '../../catalogue/category.ts'
import { visibilities } from '../../catalogue/gif.ts'
import type { DropSummary } from '../../library/import/drops/drop.ts'
import type { DropLimits } from '../../library/import/drops/receive-files.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { maxTags } from '../../options/rules/title-and-tags.ts'
import { checkField, choiceField, errorSummary, textField } from '../kit/forms/fields.ts'
import { ratingField } from '../kit/forms/rating.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { timeAgo } from '../kit/page/time-ago.ts'

/** The form's values, which apply to all files. */
export type ImportFields = {
  category: string
  tags: string
  rating: string
  visibility: string
  folders: boolean
}

export type ImportPageData = {
  /** The name of the drop to send. */
  batch: string
  categories: readonly Category[]
  fields: ImportFields
  limits: DropLimits
  recent: readonly DropSummary[]
  nowMs: number
  error: AppError | null
}

const accepted = 'image/gif,image/webp,image/png,image/apng,video/mp4,video/webm,application/zip,.zip,.apng'

/** The form to import many files at once. With script they can be dropped and are sent in small batches. */
export function importPage(view: SiteView, data: ImportPageData): Html {
  const texts = view.messages.import
  return layout(view, {
    feature: 'import',
    title: texts.title,
    description: texts.description,
    main: html`<div class="import">
      <div class="heading"><h1>${texts.title}</h1></div>
      <p class="import__lead">${texts.lead}</p>
      <div data-errors>${errorSummary(data.error)}</div>
      <form
        class="import__form"
        method="post"
        action="${view.links.path('/import')}"
        enctype="multipart/form-data"
        data-import
        data-max-files="${data.limits.maxFiles}"
        data-max-file-bytes="${data.limits.maxFileBytes}"
        data-max-bytes="${data.limits.maxBytes}"
      >
        <input type="hidden" name="batch" value="${data.batch}" />
        <div class="stack">${fileFields(view, data)} ${sendingPanel(view)}</div>
        <fieldset class="form panel import__details" data-details>
          <legend class="visually-hidden">${texts.details}</legend>
          <h2>${texts.details}</h2>
          <p class="soft">${texts.detailsHint}</p>
          ${detailFields(view, data)}
          <button class="button button--strong" type="submit" data-submit>${texts.submit}</button>
        </fieldset>
      </form>
      ${data.recent.length > 0 && recentDrops(view, data)}
    </div>`,
  })
}

function fileFields({ messages }: SiteView, { limits, error }: ImportPageData): Html {
  const texts = messages.import
  const [each, all] = [
    messages.formats.formatLimit(limits.maxFileBytes),
    messages.formats.formatLimit(limits.maxBytes),
  ]
  const isInvalid = error?.field === 'files[]'
  return html`<div class="field import__files" data-plain-files>
      <label for="field-files">${texts.files}</label>
      <input
        type="file"
        id="field-files"
        name="files[]"
        multiple
        accept="${accepted}"
        aria-describedby="field-files-hint"
        ${isInvalid && html` aria-invalid="true"`}
      />
      <p class="field__hint" id="field-files-hint">${texts.filesHint(each, all, limits.maxFiles)}</p>
    </div>
    <div class="import__drop" data-drop hidden>
      <p class="import__drop-lead">${texts.drop}</p>
      <div class="actions">
        <label class="button button--strong import__choose"
          >${texts.chooseFiles}<input
            class="visually-hidden"
            type="file"
            multiple
            accept="${accepted}"
            aria-describedby="drop-hint"
            data-choose
        /></label>
        <label class="button import__choose" data-folder hidden
          >${texts.chooseFolder}<input
            class="visually-hidden"
            type="file"
            webkitdirectory
            aria-describedby="drop-hint"
            data-choose
        /></label>
      </div>
      <p class="field__hint" id="drop-hint">
        ${texts.limits(each, all, limits.maxFiles)} ${texts.waitingLimit(limits.maxWaiting)}
      </p>
    </div>`
}

/** The panel that the script fills in during sending. */
function sendingPanel({ messages }: SiteView): Html {
  const texts = messages.import.sending
  return html`<section class="panel sending" aria-labelledby="sending-heading" data-sending hidden>
    <h2 id="sending-heading" tabindex="-1">${texts.heading}</h2>
    <progress max="1" value="0" aria-labelledby="sending-heading" data-progress></progress>
    <p data-count></p>
    <p class="visually-hidden" role="status" data-status></p>
    <ul class="sending__files" data-files></ul>
    <div class="actions">
      <button class="button" type="button" data-pause>${texts.pause}</button>
      <button class="button" type="button" data-retry hidden>${texts.retry}</button>
      <button class="button" type="button" data-cancel>${texts.cancel}</button>
    </div>
  </section>`
}

function detailFields(view: SiteView, { categories, fields, error }: ImportPageData): Html {
  const texts = view.messages.import
  const { bulk } = view.messages.kit
  return html`${choiceField({
    label: texts.category,
    name: 'category',
    value: fields.category,
    required: true,
    options: [
      { value: '', label: texts.chooseCategory },
      ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
    ],
    error,
  })}
  ${textField({ label: texts.tags, name: 'tags', value: fields.tags, hint: texts.tagsHint(maxTags), autocomplete: 'off', error })}
  ${checkField({ label: texts.folders, name: 'folders', checked: fields.folders })}
  ${ratingField(view, { value: fields.rating, error })}
  ${choiceField({
    label: texts.visibility,
    name: 'visibility',
    value: fields.visibility,
    options: visibilities.map((known) => ({ value: known, label: bulk.visibilities[known] })),
    error,
  })}`
}

function recentDrops(view: SiteView, { recent, nowMs }: ImportPageData): Html {
  const texts = view.messages.import
  return html`<section class="stack" aria-labelledby="recent-imports">
    <h2 id="recent-imports">${texts.recent}</h2>
    <ul>
      ${recent.map(
        ({ batch, files, createdAt }) =>
          html`<li>
            <a href="${view.links.path(`/import/${batch}`)}"
              >${texts.recentItem(files, timeAgo(view, createdAt, nowMs))}</a
            >
          </li>`,
      )}
    </ul>
  </section>`
}

/** The page that tells visitors why importing requires an account. */
export function importForAccountsPage(view: SiteView): Html {
  const { links, signUpOpen, messages } = view
  const texts = messages.import
  return layout(view, {
    feature: 'import',
    title: texts.title,
    description: texts.description,
    main: html`<div class="empty">
      <h1>${texts.visitor.heading}</h1>
      <p>${texts.lead} ${texts.visitor.why} ${!signUpOpen && texts.visitor.signUpClosed}</p>
      <div class="actions">
        <a class="button button--strong" href="${links.signIn('/import')}">${texts.visitor.signIn}</a>
        ${signUpOpen && html`<a class="button" href="${links.path('/signup?next=%2Fimport')}">${texts.visitor.signUp}</a>`}
      </div>
    </div>`,
  })
}
