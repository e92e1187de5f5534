import type { Gif } from '../../catalogue/gif.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import {
  type Agreement,
  capacities,
  noticeAsks,
  type NoticeField,
  noticeReasons,
} from '../../catalogue/notices/notice.ts'
import { fieldLengths } from '../../catalogue/notices/read-notice.ts'
import { checkField, choiceField, formError, textField } from '../kit/forms/fields.ts'
import { reasonChoices } from '../kit/forms/reason-choices.ts'
import { gifThumbnail } from '../kit/gifs/stills.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** The typed values of the form. */
export type TypedNotice = Partial<Record<NoticeField, string>> & {
  reason: string
  agreed: readonly Agreement[]
}

/** The operator's texts on the form. */
export type ReportTexts = { intro: string; agreements: Record<Agreement, string> }

/**
 * The page to report a GIF. Fields that only some reasons require are hidden until such a reason is chosen, if the browser
 * supports it.
 */
export function reportPage(
  view: SiteView,
  gif: Gif,
  { typed, own, error }: { typed: TypedNotice; own: ReportTexts; error: AppError | null },
): Html {
  const texts = view.messages.notices.form
  const page = view.links.path(`/${gif.code}`)
  const field = (name: NoticeField) => ({
    name,
    value: typed[name] ?? '',
    maxLength: fieldLengths[name],
    error,
  })
  const agreement = (name: Agreement) =>
    checkField({ label: own.agreements[name], name, checked: typed.agreed.includes(name), error })
  return layout(view, {
    feature: 'notices',
    title: texts.title,
    indexed: false,
    main: html`<div class="page--narrow stack">
      <h1>${texts.heading}</h1>
      ${formError(error, shownFields)} ${own.intro !== '' && html`<p class="prose-lines">${own.intro}</p>`}
      <form class="form panel" method="post" action="${page}/report" data-report>
        ${gifThumbnail(view, gif)} ${reasonChoices(view, noticeReasons, typed.reason)}
        <fieldset class="form asked" data-for="${reasonsRequiring('capacity')}">
          <legend>${texts.person}</legend>
          ${choiceField({
            ...field('capacity'),
            label: texts.capacity,
            options: [
              { value: '', label: texts.choose },
              ...capacities.map((value) => ({ value, label: view.messages.notices.capacities[value] })),
            ],
          })}
        </fieldset>
        <fieldset class="form asked" data-for="${reasonsRequiring('work')}">
          <legend>${texts.claim}</legend>
          <p class="field__hint">${texts.claimHint}</p>
          ${textField({ ...field('rightsOwner'), label: texts.rightsOwner })}
          ${textField({ ...field('work'), label: texts.work, rows: 3, hint: texts.workHint })}
        </fieldset>
        ${textField({ ...field('words'), label: texts.words, rows: 4, hint: texts.wordsHint })}
        <fieldset class="form asked" data-for="${reasonsRequiring('name')}">
          <legend>${texts.contact}</legend>
          <p class="field__hint">${texts.contactHint}</p>
          ${textField({ ...field('name'), label: texts.name, autocomplete: 'name' })}
          ${textField({ ...field('email'), label: texts.email, type: 'email', autocomplete: 'email' })}
          <div class="asked" data-for="${reasonsRequiring('address')}">
            ${textField({ ...field('address'), label: texts.address, rows: 2, autocomplete: 'street-address' })}
          </div>
        </fieldset>
        <div class="form asked" data-for="${reasonsRequiringAgreement('goodFaith')}">
          ${agreement('goodFaith')}
        </div>
        <div class="form asked" data-for="${reasonsRequiringAgreement('accurate')}">
          ${agreement('accurate')}
          ${textField({ ...field('signature'), label: texts.signature, hint: texts.signatureHint })}
        </div>
        <div class="actions">
          <button class="button button--strong" type="submit">${texts.send}</button>
          <a class="button" href="${page}">${texts.cancel}</a>
        </div>
      </form>
    </div>`,
  })
}

/** The fields that show their own errors. */
const shownFields = [...Object.keys(fieldLengths), 'goodFaith', 'accurate']

function reasonsRequiring(field: NoticeField): string {
  return noticeReasons
    .filter(
      (reason) => noticeAsks[reason].needed.includes(field) || noticeAsks[reason].optional.includes(field),
    )
    .join(' ')
}

function reasonsRequiringAgreement(agreement: Agreement): string {
  return noticeReasons.filter((reason) => noticeAsks[reason].agreements.includes(agreement)).join(' ')
}
