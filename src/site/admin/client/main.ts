import { playGrid } from '../../kit/client/play-grid.ts'
import { offerPasswordToggle } from '../../kit/client/show-password.ts'
import { enhanceSelection } from '../../kit/client/selection.ts'

/** Adds the keys of the review page: A approves the focused GIF, D declines it, X selects it. */
function offerReviewKeys(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-review]')
  if (!form) return
  form.querySelector<HTMLElement>('[data-review-keys]')?.removeAttribute('hidden')
  form.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    const record = event.target instanceof Element ? event.target.closest('[data-review-record]') : null
    const selector = selectors.get(event.key.toLowerCase())
    if (record === null || selector === undefined) return
    record.querySelector<HTMLElement>(selector)?.click()
  })
}

const selectors = new Map([
  ['a', 'button[name="approve"]'],
  ['d', 'button[name="decline"]'],
  ['x', 'input[type="checkbox"]'],
])

offerPasswordToggle()
refreshAutomatically()
enhanceSelection()
offerReviewKeys()
if (document.querySelector('a[data-mp4]') !== null) playGrid()

/** Replaces the `data-refresh` part of the page at a fixed interval, unless the page is hidden or the part has focus. */
function refreshAutomatically(): void {
  const part = document.querySelector<HTMLElement>('[data-refresh]')
  const seconds = Number(part?.dataset.refresh)
  if (part === null || !(seconds > 0)) return
  const schedule = () =>
    setTimeout(async () => ((await refresh(part)) ? schedule() : undefined), seconds * 1000)
  schedule()
}

/**
 * Replaces the part with its current state. Returns false if the server now answers with another page; waits out a lost
 * connection.
 */
async function refresh(part: HTMLElement): Promise<boolean> {
  if (document.hidden || part.contains(document.activeElement)) return true
  try {
    const response = await fetch(location.href)
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const fresh = page.querySelector('[data-refresh]')
    if (fresh === null) return response.status >= 500
    if (fresh.innerHTML !== part.innerHTML && !part.contains(document.activeElement)) {
      part.replaceChildren(...fresh.childNodes)
    }
  } catch {
    // The server cannot be reached: retry at the next interval.
  }
  return true
}
