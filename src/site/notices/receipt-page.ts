import { isOpen } from '../../catalogue/gif.ts'
import { type Html, type HtmlValue, html } from '../../lib/html.ts'
import {
  courseOf,
  type CounterNotice,
  type Decision,
  type Notice,
  type NoticeCase,
} from '../../catalogue/notices/notice.ts'
import { copyField } from '../kit/forms/fields.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type Receipt = {
  /** The secret of the page's address. */
  secret: string
  notice: Notice
  about: NoticeCase
  /** The operator's text on what happens next. */
  whatNext: string
}

/** The page with the state of a notice, for anyone who has the link. */
export function receiptPage(view: SiteView, { secret, notice, about, whatNext }: Receipt): Html {
  const { links, messages } = view
  const texts = messages.notices.receipt
  const { gif } = about
  const course = courseOf(about, notice.decisionId)
  return layout(view, {
    feature: 'notices',
    title: texts.title(notice.reference),
    indexed: false,
    main: html`<div class="page--narrow stack">
      <h1>${texts.heading}</h1>
      <section class="panel" aria-labelledby="state">
        <h2 id="state">${stateOf(view, notice, course)}</h2>
        ${course.length === 0 && notice.closedAt === null && html`<p class="prose-lines">${whatNext}</p>`}
        ${notice.closedAt !== null && course.length === 0 && html`<p>${texts.gone}</p>`}
        ${course.map(({ decision, answeredBy }) => [
          decisionPart(view, decision),
          answeredBy !== null && answerPart(view, notice, answeredBy),
        ])}
      </section>
      <section class="panel" aria-labelledby="said">
        <h2 id="said">${texts.said}</h2>
        <dl class="case-facts">
          ${fact(texts.number, html`<code>${notice.reference}</code>`)}
          ${fact(texts.sent, view.messages.formats.formatDateTime(notice.createdAt))}
          ${fact(
            texts.gif,
            gif !== null && isOpen(gif)
              ? html`<a href="${links.path(`/${gif.code}`)}" dir="auto">${about.title}</a>`
              : html`<bdi>${about.title}</bdi>`,
          )}
          ${fact(texts.reason, messages.notices.reasons[notice.reason])}
          ${notice.work !== null && fact(messages.notices.form.work, lines(notice.work))}
          ${notice.words !== '' && fact(messages.notices.form.words, lines(notice.words))}
        </dl>
        <p class="soft">${texts.again}</p>
      </section>
      <section class="panel" aria-labelledby="link">
        <h2 id="link">${texts.link}</h2>
        <p>${texts.keep}</p>
        ${copyField(view, texts.link, links.absolute(`/notices/${secret}`))}
      </section>
      <div class="actions">
        <a class="button" href="${links.path('/')}">${messages.kit.newestGifs}</a>
        ${gif !== null && isOpen(gif) && html`<a class="button" href="${links.path(`/${gif.code}`)}">${texts.backToGif}</a>`}
      </div>
    </div>`,
  })
}

function stateOf({ messages }: SiteView, { closedAt }: Notice, course: ReturnType<typeof courseOf>): string {
  const texts = messages.notices.receipt
  if (closedAt === null) return texts.waiting
  return course.at(-1)?.answeredBy ? texts.counterNotice : texts.decided
}

function decisionPart({ messages }: SiteView, { action, statement, createdAt }: Decision): Html {
  return html`<div class="stack">
    <p>
      <strong>${messages.notices.actions[action]}</strong>
      <span class="soft">${messages.formats.formatDateTime(createdAt)}</span>
    </p>
    <p class="statement" dir="auto">${statement}</p>
  </div>`
}

/**
 * The answer to a notice. A rights holder sees who disagrees and why, as the form announces; others only see that someone
 * does.
 */
function answerPart({ messages }: SiteView, { reason }: Notice, counterNotice: CounterNotice): Html {
  const texts = messages.notices.receipt
  const { answerId, words, contact } = counterNotice
  return html`${answerId === null && html`<p>${texts.counterNoticeWaits}</p>`}
  ${
    reason === 'rights' &&
    html`<div class="stack">
      <p><strong>${texts.counterNoticeBy(contact?.name ?? '')}</strong></p>
      <p class="statement" dir="auto">${words}</p>
    </div>`
  }`
}

function lines(text: string): Html {
  return html`<span class="prose-lines" dir="auto">${text}</span>`
}

function fact(name: string, value: HtmlValue): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}
