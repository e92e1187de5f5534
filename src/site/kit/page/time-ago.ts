import { type Html, html } from '../../../lib/html.ts'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** `3 minutes ago`; the exact time, in UTC, when pointed at. */
export function timeAgo(timeMs: number, nowMs: number): Html {
  const [unit, size] = largestUnit(nowMs - timeMs)
  const words =
    nowMs - timeMs < 1000 ? 'just now' : relative.format(-Math.floor((nowMs - timeMs) / size), unit)
  return html`<time datetime="${new Date(timeMs).toISOString()}" title="${exact.format(timeMs)} UTC"
    >${words}</time
  >`
}

function largestUnit(ms: number): (typeof units)[number] {
  return units.find(([, size]) => ms >= size) ?? ['second', 1000]
}
