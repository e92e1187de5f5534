import type { Collection } from '../../catalogue/collections/collection.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { collectionReasons } from '../../catalogue/notices/collection-reports.ts'
import { fieldLengths } from '../../catalogue/notices/read-notice.ts'
import { formError, textField } from '../kit/forms/fields.ts'
import { reasonChoices } from '../kit/forms/reason-choices.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type ReportData = { typed: { reason: string; words: string }; error: AppError | null }

/** The page to report a collection. */
export function collectionReportPage(
  view: SiteView,
  { code, name }: Collection,
  { typed, error }: ReportData,
): Html {
  const { messages, links } = view
  const texts = messages.collections.report
  const { form } = messages.notices
  const page = links.path(`/c/${code}`)
  return layout(view, {
    feature: 'collections',
    title: texts.title,
    indexed: false,
    main: html`<div class="page--narrow stack">
      <h1>${texts.heading(name)}</h1>
      ${formError(error, ['words'])}
      <form class="form panel" method="post" action="${page}/report">
        <p class="field__hint">${texts.hint}</p>
        ${reasonChoices(view, collectionReasons, typed.reason)}
        ${textField({ label: form.words, name: 'words', value: typed.words, rows: 4, maxLength: fieldLengths.words, hint: form.wordsHint, error })}
        <div class="actions">
          <button class="button button--strong" type="submit">${form.send}</button>
          <a class="button" href="${page}">${form.cancel}</a>
        </div>
      </form>
    </div>`,
  })
}
