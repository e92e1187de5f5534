import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from './site-view.ts'

/** A command that calls the API, and its answer. */
export type Example = {
  /** Unique on the page; tests find the example by it. */
  name: string
  command: string
  /** Anything but a string is shown as JSON. */
  answer?: unknown
}

/** The longest answer that is expanded at first. */
const openLines = 10

/** A command with a button to copy it, and its answer below. */
export function codeExample(view: SiteView, { name, command, answer }: Example): Html {
  const { copy, codeExample: texts } = view.messages.kit
  return html`<div class="code">
      ${scrollable(texts.commandOf(name), html`<code data-copy-source data-example="${name}">${command}</code>`)}
      <button class="button" type="button" data-copy hidden>
        <span data-copy-label>${copy}</span> <span class="visually-hidden">${name}</span>
      </button>
    </div>
    ${answer !== undefined && answerDetails(view, name, answer)}`
}

/** A block of code that scrolls. It is focusable for the keyboard, so it needs a label. */
function scrollable(label: string, code: Html): Html {
  return html`<pre tabindex="0" role="group" aria-label="${label}">${code}</pre>`
}

function answerDetails({ messages }: SiteView, name: string, answer: unknown): Html {
  const texts = messages.kit.codeExample
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)
  const isShort = text.split('\n').length <= openLines
  return html`<details class="answer" ${isShort && html` open`}>
    <summary>${texts.answer}</summary>
    ${scrollable(texts.answerOf(name), html`<code data-answer="${name}">${text}</code>`)}
  </details>`
}
