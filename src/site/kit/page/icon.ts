import { type Html, html } from '../../../lib/html.ts'

/** The line drawings of the icons, in a square of 24. */
const drawings = {
  link: 'M10 14a5 5 0 0 0 7.1 0l2.8-2.8a5 5 0 0 0-7.1-7.1L11.4 5.5M14 10a5 5 0 0 0-7.1 0l-2.8 2.8a5 5 0 0 0 7.1 7.1l1.4-1.4',
  heart: 'M12 20.3l-7.5-7.6a4.9 4.9 0 0 1 6.9-6.9l.6.6.6-.6a4.9 4.9 0 0 1 6.9 6.9z',
  check: 'M4.5 12.5l5 5 10-11',
}

export type Icon = keyof typeof drawings

/** An icon, hidden from screen readers: it is next to a text or in a labeled button. */
export function icon(name: Icon): Html {
  return html`<svg class="icon" aria-hidden="true"><use href="#icon-${name}" /></svg>`
}

/** The drawings that `icon` refers to, once per page, so that cards do not repeat them. */
export function iconDrawings(): Html {
  return html`<svg class="icons" aria-hidden="true">
    ${Object.entries(drawings).map(
      ([name, path]) => html`<symbol id="icon-${name}" viewBox="0 0 24 24"><path d="${path}" /></symbol>`,
    )}
  </svg>`
}
