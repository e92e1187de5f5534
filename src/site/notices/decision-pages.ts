import type { AppError } from '../../lib/app-error.ts'
import { type Html, type HtmlValue, html } from '../../lib/html.ts'
import { contestableDecision } from '../../catalogue/notices/counter-notice.ts'
import { type Decision, type NoticeCase, openCounterNotice } from '../../catalogue/notices/notice.ts'
import { fieldLengths } from '../../catalogue/notices/read-notice.ts'
import { checkField, formError, notice, textField } from '../kit/forms/fields.ts'
import { layout } from '../kit/page/layout.ts'
import { type Listing, listPages } from '../kit/page/list-pages.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** The decisions about an account's GIFs, including deleted ones. */
export function decisionsPage(
  view: SiteView,
  { cases, total, listing }: { cases: NoticeCase[]; total: number; listing: Listing },
): Html {
  const texts = view.messages.notices.owner
  return layout(view, {
    feature: 'notices',
    title: texts.title,
    indexed: false,
    main: html`<div class="page--text stack">
      <div class="heading">
        <h1>${texts.title}</h1>
        ${total > 0 && html`<p>${view.messages.kit.gifCount(total)}</p>`}
      </div>
      ${cases.length === 0 && html`<p class="empty">${texts.none}</p>`}
      ${cases.map((about) => {
        const decision = about.decisions.at(-1)
        return html`<article class="panel">
          <h2><a href="${view.links.path(`/mine/decisions/${about.code}`)}" dir="auto">${about.title}</a></h2>
          ${
            decision !== undefined &&
            html`<p>
              ${view.messages.notices.actions[decision.action]}
              <span class="soft">${view.messages.formats.formatDate(decision.createdAt)}</span>
            </p>`
          }
        </article>`
      })}
      ${listPages(view, listing)}
    </div>`,
  })
}

export type OwnCase = {
  about: NoticeCase
  /** The operator's texts: the introduction of the form, and the statement to agree to. */
  intro: string
  agreement: string
  typed: { words: string; name: string; address: string; agreed: boolean }
  isSent: boolean
  error: AppError | null
}

/** The decision about a GIF and its reason, for the GIF's owner, with the form to answer it. */
export function ownCasePage(view: SiteView, own: OwnCase): Html {
  const { about } = own
  const texts = view.messages.notices.owner
  const canAnswer = contestableDecision(about) !== null
  return layout(view, {
    feature: 'notices',
    title: texts.of(about.title),
    indexed: false,
    main: html`<div class="page--text stack">
      <h1 dir="auto">${texts.of(about.title)}</h1>
      ${own.isSent && notice(texts.sent)}
      ${about.decisions.map((decision) => decisionPanel(view, about, decision))}
      ${canAnswer && answerForm(view, own)}
      ${!canAnswer && openCounterNotice(about) === null && about.counterNotices.length > 0 && html`<p class="soft">${texts.last}</p>`}
    </div>`,
  })
}

function decisionPanel(view: SiteView, about: NoticeCase, decision: Decision): Html {
  const { messages } = view
  const texts = messages.notices.owner
  const notices = about.notices.filter(({ decisionId }) => decisionId === decision.id)
  const reasons = [...new Set(notices.map(({ reason }) => messages.notices.reasons[reason]))]
  const answer = about.counterNotices.find(({ decisionId }) => decisionId === decision.id)
  const isAnswer = about.counterNotices.some(({ answerId }) => answerId === decision.id)
  return html`<section class="panel" aria-labelledby="decision-${decision.id}">
    <h2 id="decision-${decision.id}">${messages.notices.actions[decision.action]}</h2>
    <dl class="case-facts">
      ${fact(texts.date, view.messages.formats.formatDateTime(decision.createdAt))}
      ${fact(texts.why, html`<span class="prose-lines" dir="auto">${decision.statement}</span>`)}
      ${fact(texts.effect, effectOf(view, about, decision))}
      ${
        !isAnswer &&
        fact(texts.cause, [
          reasons.length === 0 ? texts.byOperator : texts.byNotice(reasons.join('; ')),
          ' ',
          texts.byPerson,
        ])
      }
      ${notices
        .filter(({ reason }) => reason === 'rights')
        .map(({ rightsOwner, work }) => [
          rightsOwner !== null && fact(texts.claimBy, html`<bdi>${rightsOwner}</bdi>`),
          work !== null && fact(texts.work, html`<span class="prose-lines" dir="auto">${work}</span>`),
        ])}
      ${
        answer !== undefined &&
        fact(
          texts.answered,
          html`<span class="prose-lines" dir="auto">${answer.words}</span> ${
              answer.answerId === null && html`<span class="badge">${texts.waiting}</span>`
            }`,
        )
      }
    </dl>
  </section>`
}

function effectOf(view: SiteView, { gif }: NoticeCase, { action, rating }: Decision): string {
  const { effects } = view.messages.notices
  if (action === 'rate') return effects.rate(view.messages.kit.rating.names[rating ?? 'r'])
  if (action === 'restore' && gif === null) return effects.restoreRemoved
  return effects[action]
}

function answerForm(view: SiteView, { about, intro, agreement, typed, error }: OwnCase): Html {
  const texts = view.messages.notices.owner
  return html`<section class="panel" aria-labelledby="answer">
    <h2 id="answer">${texts.answer}</h2>
    ${formError(error, ['words', 'name', 'address', 'agreed'])}
    ${intro !== '' && html`<p class="prose-lines">${intro}</p>`}
    <form class="form" method="post" action="${view.links.path(`/mine/decisions/${about.code}`)}">
      ${textField({ label: texts.words, name: 'words', value: typed.words, rows: 5, maxLength: fieldLengths.words, required: true, error })}
      ${textField({ label: texts.name, name: 'name', value: typed.name, maxLength: fieldLengths.name, autocomplete: 'name', required: true, hint: texts.nameHint, error })}
      ${textField({ label: texts.address, name: 'address', value: typed.address, rows: 2, maxLength: fieldLengths.address, autocomplete: 'street-address', hint: texts.addressHint, error })}
      ${checkField({ label: agreement, name: 'agreed', checked: typed.agreed, error })}
      <div class="actions"><button class="button button--strong" type="submit">${texts.send}</button></div>
    </form>
  </section>`
}

function fact(name: string, value: HtmlValue): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}
