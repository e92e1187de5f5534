import { type Html, html } from '../../../lib/html.ts'

/** From so many letters on a heading is of a smaller size, so that what is below it stays in sight. */
const longLetters = 60

/** The heading of a page that holds words of people: it runs as they do, and is smaller when they are many. */
export function pageHeading(words: string): Html {
  return html`<h1 dir="auto" class="${words.length > longLetters && 'long'}">${words}</h1>`
}
