import { type Html, html } from '../../../lib/html.ts'

/** Longer headings are set smaller, so that the content below stays in view. */
const longLetters = 60

/** A heading that a user wrote: in the direction of its script, and smaller where it is long. */
export function pageHeading(text: string): Html {
  return html`<h1 dir="auto" class="${text.length > longLetters && 'long'}">${text}</h1>`
}
