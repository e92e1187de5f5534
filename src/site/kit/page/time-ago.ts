import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from './site-view.ts'

/** `3 minutes ago`, with the exact time in a tooltip. */
export function timeAgo({ messages }: SiteView, timeMs: number, nowMs: number): Html {
  const elapsedMs = nowMs - timeMs
  const text = elapsedMs < 1000 ? messages.kit.justNow : messages.formats.formatTimeAgo(elapsedMs)
  return html`<time
    datetime="${new Date(timeMs).toISOString()}"
    title="${messages.formats.formatDateTime(timeMs)}"
    >${text}</time
  >`
}
