/** Replaces the `data-refresh` part of the page every so many seconds, unless the page is hidden or the part has focus. */
export function refreshAutomatically(): void {
  const part = document.querySelector<HTMLElement>('[data-refresh]')
  const seconds = Number(part?.dataset.refresh)
  if (part === null || !(seconds > 0)) return
  const schedule = () =>
    setTimeout(async () => ((await refresh(part)) ? schedule() : undefined), seconds * 1000)
  schedule()
}

/** False when the page has become another one. A lost connection is waited for. */
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
    // The server cannot be reached: try again next time.
  }
  return true
}
