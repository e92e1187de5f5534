import { type Html, html } from '../../../lib/html.ts'

/** A text in XML, which has no way to write most control characters. */
export function xmlText(text: string): Html {
  const writable = text.toWellFormed().replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
  return html`${writable}`
}
