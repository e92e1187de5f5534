import { type Html, html } from '../../lib/html.ts'

/** A call as a developer makes it, and what comes back. */
export type Example = {
  /** Unique on the page; the tests know it by this name. */
  name: string
  command: string
  /** The answer, one line or many; a value is shown as JSON. */
  answer?: unknown
}

/** A longer answer is closed at first. */
const openLines = 10

/** The command with a button to copy it, and its answer below. */
export function example({ name, command, answer }: Example): Html {
  return html`<div class="code">
      ${shown('Command', name, html`<code data-copy-source data-example="${name}">${command}</code>`)}
      <button class="button" type="button" data-copy hidden>
        <span data-copy-label>Copy</span> <span class="unseen">${name}</span>
      </button>
    </div>
    ${answer !== undefined && answered(name, answer)}`
}

/** It can be scrolled by keys, so it has a name. */
function shown(kind: string, name: string, code: Html): Html {
  return html`<pre tabindex="0" role="group" aria-label="${kind}: ${name}">${code}</pre>`
}

function answered(name: string, answer: unknown): Html {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)
  const isShort = text.split('\n').length <= openLines
  return html`<details class="answer" ${isShort && html` open`}>
    <summary>Answer</summary>
    ${shown('Answer', name, html`<code data-answer="${name}">${text}</code>`)}
  </details>`
}
