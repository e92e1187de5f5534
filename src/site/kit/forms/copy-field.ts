import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'

/** A value to copy: by the button where there is script, else by hand. */
export function copyField({ messages }: SiteView, label: string, value: string): Html {
  return html`<div class="copy">
    <label><span>${label}</span><input type="text" readonly value="${value}" /></label>
    <button class="button" type="button" data-copy data-waits>
      <span data-copy-label>${messages.kit.copy}</span> <span class="visually-hidden">${label}</span>
    </button>
  </div> `
}
