import { ratings } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { statementLength } from '../../catalogue/notices/decide-case.ts'
import { type DecisionAction, type NoticeCase, possibleActions } from '../../catalogue/notices/notice.ts'
import type { DecisionText } from '../../catalogue/notices/text-blocks.ts'
import { choiceField, textField } from '../kit/forms/fields.ts'
import { ownWords } from '../kit/notices/notice-texts.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type TypedDecision = { action: string; rating: string; text: string; words: string }

export const emptyDecision: TypedDecision = { action: '', rating: 'r', text: '', words: '' }

/** The fields for the reason of a decision: a prepared text, and the operator's own words. */
export function reasonFields(view: SiteView, offered: readonly DecisionText[], typed: TypedDecision): Html {
  const texts = view.messages.admin.notices
  return html`${choiceField({
    label: texts.text,
    name: 'text',
    value: typed.text,
    hint: texts.textHint,
    options: [
      { value: '', label: texts.suggestedText },
      ...offered.map(({ name, label }) => ({ value: name, label })),
      { value: ownWords, label: texts.ownWords },
    ],
  })}
  ${textField({ label: texts.words, name: 'words', value: typed.words, rows: 4, maxLength: statementLength, hint: texts.wordsHint })}`
}

/** The form to decide about a case; null when nothing can be decided. */
export function decisionForm(
  view: SiteView,
  about: NoticeCase,
  { offered, typed }: { offered: readonly DecisionText[]; typed: TypedDecision },
): Html | null {
  const texts = view.messages.admin.notices
  const actions = possibleActions(about)
  if (actions.length === 0) return null
  return html`<section class="panel" aria-labelledby="decide">
    <h2 id="decide">${texts.decide}</h2>
    <form class="form" method="post" action="${view.links.path(`/admin/notices/${about.code}/decide`)}">
      <fieldset class="choices">
        <legend>${texts.action}</legend>
        ${actions.map((action) => actionChoice(view, action, typed.action))}
      </fieldset>
      ${
        actions.includes('rate') &&
        choiceField({
          label: texts.rating,
          name: 'rating',
          value: typed.rating,
          options: ratings.map((value) => ({ value, label: view.messages.kit.rating.choices[value] })),
        })
      }
      ${reasonFields(view, offered, typed)}
      <div class="actions">
        <button class="button button--strong" type="submit">${texts.record}</button>
      </div>
    </form>
    <details>
      <summary>${texts.showTexts}</summary>
      <dl class="case-facts">
        ${offered.map(
          ({ label, text }) =>
            html`<div>
              <dt>${label}</dt>
              <dd class="prose-lines" dir="auto">${text}</dd>
            </div>`,
        )}
      </dl>
    </details>
  </section>`
}

function actionChoice(view: SiteView, action: DecisionAction, chosen: string): Html {
  return html`<label class="choice"
    ><input type="radio" name="action" value="${action}" required ${action === chosen && html` checked`} />
    ${view.messages.admin.notices.actions[action]}</label
  >`
}
