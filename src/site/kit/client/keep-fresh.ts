/**
 * Fetches the page again every `data-refresh` seconds and puts its part of that name in place of this one: while the
 * page is looked at, and nobody is at work inside it.
 */
export function keepFresh(): void {
  const part = document.querySelector<HTMLElement>('[data-refresh]')
  const seconds = Number(part?.dataset.refresh)
  if (part === null || !(seconds > 0)) return
  const again = () => setTimeout(async () => ((await refresh(part)) ? again() : undefined), seconds * 1000)
  again()
}

/** False when there is nothing to come: the page is another one now. A line that is down for a while is waited for. */
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
    // The server is away; it is asked again.
  }
  return true
}
