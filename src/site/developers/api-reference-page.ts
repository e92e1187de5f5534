import { type Html, html } from '../../lib/html.ts'
import type { ApiReference, Call } from './api-reference.ts'
import { answerShape, valueList, withCode } from './api-schema.ts'
import { callForm } from './api-try.ts'
import { layout } from '../kit/page/layout.ts'
import { inEnglish, type SiteView } from '../kit/page/site-view.ts'

/** Every call of the API with its values and its answer, and a form to try it. */
export function apiReferencePage(pageView: SiteView, { version, tags, calls }: ApiReference): Html {
  const view = inEnglish(pageView)
  const { links, name, messages } = view
  const texts = messages.developers.reference
  const callsOf = (tag: string) => calls.filter((call) => call.tag === tag)
  return layout(pageView, {
    isEnglish: true,
    feature: 'developers',
    title: texts.title,
    description: texts.description(name),
    main: html`<div class="manual reference">
      <header class="manual__head">
        <h1>${texts.title}</h1>
        <p>${withCode(texts.intro(version))} ${texts.errorsLink(`${links.path('/developers')}#errors`)}</p>
        <div class="actions">
          <a class="button" href="${links.path('/developers')}">${texts.guide}</a>
          <a class="button" href="${links.path('/api/openapi.json')}">${messages.developers.guide.openApi}</a>
        </div>
        <div class="field reference__token" data-token hidden>
          <label for="token">${texts.token}</label>
          <input type="text" id="token" autocomplete="off" spellcheck="false" aria-describedby="token-hint" />
          <p class="field__hint" id="token-hint">${texts.tokenHint}</p>
        </div>
      </header>
      <nav class="manual__contents" aria-label="${messages.developers.guide.contents}">
        ${tags.map(
          (tag) =>
            html`<p>${tag.name}</p>
              <ul>
                ${callsOf(tag.name).map(({ id, summary }) => html`<li><a href="#${id}">${summary}</a></li>`)}
              </ul>`,
        )}
      </nav>
      <div class="manual__body">
        ${tags.flatMap((tag) => callsOf(tag.name)).map((call) => callSection(view, call))}
      </div>
    </div>`,
  })
}

function callSection(view: SiteView, call: Call): Html {
  const texts = view.messages.developers.reference
  const { id, method, path, summary, description, values, bodyTypes, answer } = call
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${summary}</h2>
    <p class="call"><strong class="call__method">${method}</strong> <code>${path}</code></p>
    ${description !== '' && html`<p>${withCode(description)}</p>`}
    ${
      values.length > 0 &&
      html`<h3>${texts.values}</h3>
        ${bodyTypes.length > 0 && html`<p class="soft">${texts.bodyTypes(bodyTypes.map((type, index) => html`${index > 0 && ', '}<code>${type}</code>`))}</p>`}
        ${valueList(view, values)}`
    }
    <details class="answer">
      <summary>${texts.answer}</summary>
      <p class="soft"><code>${answer.type}</code></p>
      ${answerShape(answer.schema)}
    </details>
    ${callForm(view, call)}
  </section>`
}
