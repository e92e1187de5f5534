import { type Html, html } from '../../lib/html.ts'
import type { ApiReference, Call } from './api-reference.ts'
import { answerShape, valueList, withCode } from './api-schema.ts'
import { tryCall } from './api-try.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** Every call of the API with its values and its answer, each to be tried on the page. */
export function apiReferencePage(view: SiteView, { version, tags, calls }: ApiReference): Html {
  const { links, name } = view
  const callsOf = (tag: string) => calls.filter((call) => call.tag === tag)
  return layout(view, {
    feature: 'developers',
    title: 'API reference',
    description: `Every call of the API of ${name}, with its values and answers.`,
    main: html`<div class="manual reference">
      <header class="manual__head">
        <h1>API reference</h1>
        <p>
          Gifwright ${version}. POST calls take JSON, urlencoded and multipart bodies, with the same result.
          Numbers may be sent as text, booleans as 0 and 1. Every answer carries <code>status</code>; what
          errors there are is in the <a href="${links.path('/developers')}#errors">guide</a>.
        </p>
        <div class="actions">
          <a class="button" href="${links.path('/developers')}">Guide with examples</a>
          <a class="button" href="${links.path('/api/openapi.json')}">OpenAPI document</a>
        </div>
        <div class="field reference__token" data-token hidden>
          <label for="token">API token</label>
          <input type="text" id="token" autocomplete="off" spellcheck="false" aria-describedby="token-hint" />
          <p class="field__hint" id="token-hint">Optional. Sent with the calls you try here, and not kept.</p>
        </div>
      </header>
      <nav class="manual__contents" aria-label="On this page">
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

function callSection({ links }: SiteView, call: Call): Html {
  const { id, method, path, summary, description, values, bodyTypes, answer } = call
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${summary}</h2>
    <p class="call"><strong class="call__method">${method}</strong> <code>${path}</code></p>
    ${description !== '' && html`<p>${withCode(description)}</p>`}
    ${
      values.length > 0 &&
      html`<h3>Values</h3>
        ${bodyTypes.length > 0 && html`<p class="soft">In a body of the type ${bodyTypes.map((type, index) => html`${index > 0 && ', '}<code>${type}</code>`)}.</p>`}
        ${valueList(values)}`
    }
    <details class="answer">
      <summary>Answer</summary>
      <p class="soft"><code>${answer.type}</code></p>
      ${answerShape(answer.schema)}
    </details>
    ${tryCall(call, links.path(path))}
  </section>`
}
