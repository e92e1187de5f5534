import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'

export type PostButton = {
  /** The path that the form posts to. */
  path: string
  label: string
  /** The subject of the button, for people who hear it without its row. */
  about?: string
  look?: 'strong' | 'danger'
  disabled?: boolean
  values?: Record<string, string>
}

/** A form with a single button. */
export function postButton(view: SiteView, button: PostButton): Html {
  const { path, label, about, look, disabled = false, values = {} } = button
  return html`<form method="post" action="${view.links.path(path)}">
    ${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button
      class="button${look !== undefined && ` button--${look}`}"
      type="submit"
      ${about !== undefined && html` aria-label="${label}: ${about}"`}
      ${disabled && html` disabled`}
    >
      ${label}
    </button>
  </form>`
}
