import { announce } from '../../kit/client/dom.ts'
import { importTexts } from '#texts/import.ts'

const firstWaitMs = 1000
const longestWaitMs = 8000

/** Keeps the table of a drop up to date until every file is done, by replacing the rows whose state has changed. */
export function followDrop(): void {
  const status = () => document.querySelector<HTMLElement>('[data-drop-status]')
  if (Number(status()?.dataset.open ?? 0) === 0) return
  let waitMs = firstWaitMs
  const look = async () => {
    const page = document.hidden ? null : await load(location.href)
    const now = page?.querySelector<HTMLElement>('[data-drop-status]')
    if (page && now) {
      // Polls often while rows change, and rarely while the queue is idle.
      waitMs = update(page) ? firstWaitMs : Math.min(longestWaitMs, waitMs * 1.5)
      status()?.replaceWith(now)
      if (Number(now.dataset.open) === 0) return announce(importTexts.allMade)
    }
    setTimeout(() => void look(), waitMs)
  }
  setTimeout(() => void look(), waitMs)
}

/** Replaces the changed rows. Returns true if there were any. */
function update(page: Document): boolean {
  let hasChanged = false
  for (const row of page.querySelectorAll<HTMLElement>('tr[data-state]')) {
    const old = document.getElementById(row.id)
    if (old === null || old.dataset.state === row.dataset.state) continue
    hasChanged = true
    // A row with the focus is replaced later; a replaced row keeps the state of its checkbox.
    if (old.contains(document.activeElement)) continue
    const [box, before] = [row, old].map((one) =>
      one.querySelector<HTMLInputElement>('input[type="checkbox"]'),
    )
    if (box && before) box.checked = before.checked
    old.replaceWith(row)
  }
  return hasChanged
}

async function load(address: string): Promise<Document | null> {
  try {
    const response = await fetch(address)
    return response.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : null
  } catch {
    return null
  }
}
