import type { Gif } from '../../catalogue/gif.ts'
import { reportReasons } from '../../catalogue/report.ts'
import { reportLength } from '../../catalogue/report-gif.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { errorSummary, textField } from '../kit/forms/fields.ts'
import { gifThumbnail } from './gif-thumbnail.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** The form to report a GIF. */
export function reportPage(
  view: SiteView,
  gif: Gif,
  said: { reason: string; words: string },
  error: AppError | null,
): Html {
  const texts = view.messages.gif.reportForm
  const page = view.links.path(`/${gif.code}`)
  return framed(
    view,
    texts.title,
    html`<h1>${texts.heading}</h1>
      ${errorSummary(error)}
      <form class="form panel" method="post" action="${page}/report">
        ${gifThumbnail(view, gif)} ${reasons(view, said.reason)}
        ${textField({ label: texts.details, name: 'words', value: said.words, rows: 4, maxLength: reportLength, hint: texts.detailsHint, error })}
        <div class="actions">
          <button class="button button--strong" type="submit">${texts.send}</button>
          <a class="button" href="${page}">${texts.cancel}</a>
        </div>
      </form>`,
  )
}

/** Confirms that a report was sent. */
export function reportedPage(view: SiteView, gif: Gif): Html {
  const texts = view.messages.gif.reportForm
  return framed(
    view,
    texts.thanks,
    html`<h1>${texts.thanks}</h1>
      <p>${texts.received}</p>
      <div class="actions">
        <a class="button button--strong" href="${view.links.path('/')}">${view.messages.kit.newestGifs}</a>
        <a class="button" href="${view.links.path(`/${gif.code}`)}">${texts.backToGif}</a>
      </div>`,
  )
}

function reasons({ messages }: SiteView, chosen: string): Html {
  return html`<fieldset class="choices">
    <legend>${messages.gif.reportForm.reason}</legend>
    ${reportReasons.map(
      (reason) =>
        html`<label class="choice"
          ><input
            type="radio"
            name="reason"
            value="${reason}"
            required
            ${reason === chosen && html` checked`}
          />
          ${messages.kit.reportReasons[reason]}</label
        >`,
    )}
  </fieldset>`
}

function framed(view: SiteView, title: string, content: Html): Html {
  return layout(view, {
    feature: 'gif',
    title,
    indexed: false,
    main: html`<div class="page--narrow stack">${content}</div>`,
  })
}
