import { type Html, html } from '../../../lib/html.ts'

/** The drawings of icons, 24 by 24, as lines. */
const drawings = {
  link: 'M10 14a5 5 0 0 0 7.1 0l2.8-2.8a5 5 0 0 0-7.1-7.1L11.4 5.5M14 10a5 5 0 0 0-7.1 0l-2.8 2.8a5 5 0 0 0 7.1 7.1l1.4-1.4',
  heart: 'M12 20.3l-7.5-7.6a4.9 4.9 0 0 1 6.9-6.9l.6.6.6-.6a4.9 4.9 0 0 1 6.9 6.9z',
  check: 'M4.5 12.5l5 5 10-11',
}

export type Icon = keyof typeof drawings

/** An icon, which says nothing to screen readers: it stands beside a text or in a button with a name. */
export function icon(name: Icon): Html {
  return html`<svg class="icon" aria-hidden="true"><use href="#icon-${name}" /></svg>`
}

/** What `icon` refers to: once on a page, so that a card has no drawing of its own. */
export function iconDrawings(): Html {
  return html`<svg class="icons" aria-hidden="true">
    ${Object.entries(drawings).map(
      ([name, path]) => html`<symbol id="icon-${name}" viewBox="0 0 24 24"><path d="${path}" /></symbol>`,
    )}
  </svg>`
}
