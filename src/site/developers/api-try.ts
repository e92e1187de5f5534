import { type Html, html } from '../../lib/html.ts'
import type { Call, CallValue } from './api-reference.ts'

/** A form that makes a call and shows what comes back; there only with script. `address` is that of the call. */
export function tryCall({ id, method, summary, values }: Call, address: string): Html {
  return html`<details class="try" data-try hidden>
    <summary>Try it <span class="unseen">${summary}</span></summary>
    <form class="form" data-method="${method}" data-address="${address}">
      ${values.map((value) => field(id, value))}
      <div class="actions"><button class="button button--strong" type="submit">Send</button></div>
    </form>
    <div data-reply hidden>
      <p role="status" data-reply-status></p>
      <pre tabindex="0" role="group" aria-label="Answer: ${summary}"><code data-reply-body></code></pre>
    </div>
  </details>`
}

function field(callId: string, value: CallValue): Html {
  const { name, place, isRequired } = value
  const id = `try-${callId}-${name.replace(/\W/g, '')}`
  const attributes = html`id="${id}" name="${name}" data-place="${place}" ${isRequired && html` required`}`
  return html`<div class="field">
    <label for="${id}"><code>${name}</code>${isRequired && ' (required)'}</label>
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
