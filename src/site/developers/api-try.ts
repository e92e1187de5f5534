import { type Html, html } from '../../lib/html.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import type { Call, CallValue } from './api-reference.ts'

/** A form that makes a call and shows its answer. It needs script and is hidden without. */
export function callForm(view: SiteView, { id, method, path, summary, values }: Call): Html {
  const texts = view.messages.developers.reference
  return html`<details class="try" data-try hidden>
    <summary>${texts.tryIt} <span class="visually-hidden">${summary}</span></summary>
    <form class="form" data-method="${method}" data-address="${view.links.path(path)}">
      ${values.map((value) => field(view, id, value))}
      <div class="actions"><button class="button button--strong" type="submit">${texts.send}</button></div>
    </form>
    <div data-reply hidden>
      <p role="status" data-reply-status></p>
      <pre
        tabindex="0"
        role="group"
        aria-label="${texts.answerOf(summary)}"
      ><code data-reply-body></code></pre>
    </div>
  </details>`
}

function field({ messages }: SiteView, callId: string, value: CallValue): Html {
  const { name, place, isRequired } = value
  const id = `try-${callId}-${name.replace(/\W/g, '')}`
  const attributes = html`id="${id}" name="${name}" data-place="${place}" ${isRequired && html` required`}`
  return html`<div class="field">
    <label for="${id}"
      ><code>${name}</code>${isRequired && ` (${messages.developers.reference.required})`}</label
    >
    ${input(value, attributes)}
  </div>`
}

function input({ schema }: CallValue, attributes: Html): Html {
  const isUpload = schema['x-upload'] === true || schema.items?.['x-upload'] === true
  if (isUpload) return html`<input type="file" ${attributes} ${schema.type === 'array' && html` multiple`} />`
  const choices = schema.type === 'boolean' ? ['0', '1'] : schema.enum
  if (choices === undefined) return html`<input type="text" autocomplete="off" ${attributes} />`
  return html`<select ${attributes}>
    <option value=""></option>
    ${choices.map((choice) => html`<option>${String(choice)}</option>`)}
  </select>`
}
