import type { AppError } from '../../lib/app-error.ts'
import { type Html, type HtmlValue, html } from '../../lib/html.ts'
import type { Contact, CounterNotice, Decision, Notice, NoticeCase } from '../../catalogue/notices/notice.ts'
import type { DecisionText } from '../../catalogue/notices/text-blocks.ts'
import { errorSummary } from '../kit/forms/fields.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { timeAgo } from '../kit/page/time-ago.ts'
import { gifStill, gifSummary } from './admin-gif.ts'
import { adminPage } from './admin-page.ts'
import { decisionForm, type TypedDecision } from './decision-form.ts'

export type CaseData = {
  nowMs: number
  about: NoticeCase
  offered: readonly DecisionText[]
  typed: TypedDecision
  done?: string
  error?: AppError
}

/** The page of a case: all notices, decisions and answers about one GIF, and the form to decide. */
export function casePage(view: SiteView, data: CaseData): Html {
  const { about, offered, typed, nowMs } = data
  const texts = view.messages.admin.notices
  const { gif } = about
  return adminPage(view, {
    tab: 'notices',
    title: texts.caseTitle(about.title),
    ...(data.done !== undefined && { done: data.done }),
    main: html`${errorSummary(data.error)}
      <div class="record ${gif !== null && 'record--still'}">
        ${gif !== null && gifStill(view, gif)}
        <div class="stack">
          ${gif === null ? html`<p>${texts.gone}</p>` : gifSummary(view, gif)}
          <p class="soft">${texts.code} <code>${about.code}</code></p>
          ${about.contentHash !== null && html`<p class="soft cut">${texts.hash} <code>${about.contentHash}</code></p>`}
          ${about.ownerId === null && html`<p class="soft">${texts.noOwner}</p>`}
        </div>
      </div>
      ${decisionForm(view, about, { offered, typed })}
      <section class="stack" aria-labelledby="history">
        <h2 id="history">${texts.history}</h2>
        ${entriesOf(about).length === 0 && html`<p class="nothing">${texts.noHistory}</p>`}
        <ol class="records">
          ${entriesOf(about).map((entry) => html`<li class="panel">${entryPart(view, entry, nowMs)}</li>`)}
        </ol>
      </section>`,
  })
}

type Entry =
  | { kind: 'notice'; at: number; notice: Notice }
  | { kind: 'decision'; at: number; decision: Decision }
  | { kind: 'answer'; at: number; answer: CounterNotice }

/** The entries of a case, oldest first. */
function entriesOf({ notices, decisions, counterNotices }: NoticeCase): Entry[] {
  const all: Entry[] = [
    ...notices.map((notice): Entry => ({ kind: 'notice', at: notice.createdAt, notice })),
    ...decisions.map((decision): Entry => ({ kind: 'decision', at: decision.createdAt, decision })),
    ...counterNotices.map((answer): Entry => ({ kind: 'answer', at: answer.createdAt, answer })),
  ]
  return all.toSorted((one, other) => one.at - other.at)
}

function entryPart(view: SiteView, entry: Entry, nowMs: number): Html {
  if (entry.kind === 'notice') return noticePart(view, entry.notice, nowMs)
  if (entry.kind === 'decision') return decisionPart(view, entry.decision, nowMs)
  return answerPart(view, entry.answer, nowMs)
}

/** A notice with its sender's statements. */
export function noticePart(view: SiteView, notice: Notice, nowMs: number): Html {
  const { messages } = view
  const texts = messages.admin.notices
  const { form, capacities, reasons } = messages.notices
  return html`<div class="stack">
    <p>
      <strong>${reasons[notice.reason]}</strong>
      ${notice.closedAt === null && html`<span class="badge">${texts.open}</span>`}
      <span class="soft">${timeAgo(view, notice.createdAt, nowMs)} · <code>${notice.reference}</code></span>
    </p>
    ${notice.words !== '' && html`<p class="statement" dir="auto">${notice.words}</p>`}
    <dl class="case-facts">
      ${notice.capacity !== null && fact(form.person, capacities[notice.capacity])}
      ${notice.rightsOwner !== null && fact(form.rightsOwner, notice.rightsOwner)}
      ${notice.work !== null && fact(form.work, notice.work)} ${contactFacts(view, notice.contact)}
      ${notice.statements.map((statement) => fact(texts.agreed, statement))}
    </dl>
  </div>`
}

function decisionPart(view: SiteView, decision: Decision, nowMs: number): Html {
  const { messages } = view
  return html`<div class="stack">
    <p>
      <strong
        >${messages.notices.actions[decision.action]}
        ${decision.rating !== null && messages.kit.rating.names[decision.rating]}</strong
      >
      <span class="soft">${timeAgo(view, decision.createdAt, nowMs)} · <bdi>${decision.decidedBy}</bdi></span>
    </p>
    <p class="statement" dir="auto">${decision.statement}</p>
  </div>`
}

function answerPart(view: SiteView, answer: CounterNotice, nowMs: number): Html {
  const texts = view.messages.admin.notices
  return html`<div class="stack">
    <p>
      <strong>${texts.answer}</strong>
      ${answer.answerId === null && html`<span class="badge">${texts.open}</span>`}
      <span class="soft">${timeAgo(view, answer.createdAt, nowMs)}</span>
    </p>
    <p class="statement" dir="auto">${answer.words}</p>
    <dl class="case-facts">
      ${contactFacts(view, answer.contact)}
      ${answer.statements.map((statement) => fact(texts.agreed, statement))}
    </dl>
  </div>`
}

function contactFacts(view: SiteView, contact: Contact | null): HtmlValue {
  if (contact === null) return null
  const texts = view.messages.notices.form
  const { name, email, address, signature } = contact
  return [
    name !== '' && fact(texts.name, name),
    email !== '' && fact(texts.email, email),
    address !== '' && fact(texts.address, address),
    signature !== '' && fact(texts.signature, signature),
  ]
}

function fact(name: string, value: string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd class="prose-lines" dir="auto">${value}</dd>
  </div>`
}
