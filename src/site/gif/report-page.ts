import type { Gif } from '../../catalogue/gif.ts'
import { reportReasons } from '../../catalogue/report.ts'
import { reportLength } from '../../catalogue/report-gif.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { errorSummary, textField } from '../kit/forms/fields.ts'
import { gifBrief } from './gif-brief.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** Lets a visitor say what is wrong with a GIF. */
export function reportPage(
  view: SiteView,
  gif: Gif,
  said: { reason: string; words: string },
  error: AppError | null,
): Html {
  const page = view.links.path(`/${gif.code}`)
  return framed(
    view,
    'Report a GIF',
    html`<h1>What is wrong with it?</h1>
      ${errorSummary(error)}
      <form class="form panel" method="post" action="${page}/report">
        ${gifBrief(view, gif)} ${reasons(said.reason)}
        ${textField({ label: 'In your words (optional)', name: 'words', value: said.words, rows: 4, maxLength: reportLength, hint: 'The operator of this site reads it. Say how to reach you if you want an answer.', error })}
        <div class="actions">
          <button class="button button--strong" type="submit">Send the report</button>
          <a class="button" href="${page}">Cancel</a>
        </div>
      </form>`,
  )
}

/** Says thanks. */
export function reportedPage(view: SiteView, gif: Gif): Html {
  return framed(
    view,
    'Thank you',
    html`<h1>Thank you</h1>
      <p>Your report is with the operator of this site, who will look at it.</p>
      <div class="actions">
        <a class="button button--strong" href="${view.links.path('/')}">To the newest GIFs</a>
        <a class="button" href="${view.links.path(`/${gif.code}`)}">Back to the GIF</a>
      </div>`,
  )
}

function reasons(chosen: string): Html {
  return html`<fieldset class="choices">
    <legend>Reason</legend>
    ${Object.entries(reportReasons).map(
      ([reason, words]) =>
        html`<label class="choice"
          ><input
            type="radio"
            name="reason"
            value="${reason}"
            required
            ${reason === chosen && html` checked`}
          />
          ${words}</label
        >`,
    )}
  </fieldset>`
}

function framed(view: SiteView, title: string, content: Html): Html {
  return layout(view, { title, indexed: false, main: html`<div class="page--narrow stack">${content}</div>` })
}
