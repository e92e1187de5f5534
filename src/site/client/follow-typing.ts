import { announce } from './announce.ts'
import { loadPage } from './load-page.ts'

const pauseMs = 300

/** On the front page the wall follows what is typed in the search field, and so does the address. */
export function followTyping(onChange: () => void): void {
  const form = document.querySelector<HTMLFormElement>('form[data-suggest]')
  if (!form || !document.querySelector('[data-results]')) return
  let timer = 0
  let loading: AbortController | undefined

  async function follow(): Promise<void> {
    const address = addressOf(form as HTMLFormElement)
    const mine = new AbortController()
    loading = mine
    try {
      const page = await loadPage(address, mine.signal)
      const results = page.querySelector('[data-results]')
      if (mine.signal.aborted || !results) return
      document.querySelector('[data-results]')?.replaceWith(results)
      document.title = page.title
      history.replaceState(null, '', address)
      announce(results.querySelector('[data-count]')?.textContent ?? '')
      scrollTo(0, 0)
      onChange()
    } catch {
      // The search button still leads there.
    }
  }

  form.addEventListener('input', (event) => {
    if (event instanceof InputEvent && event.isComposing) return
    loading?.abort()
    clearTimeout(timer)
    timer = setTimeout(() => void follow(), pauseMs)
  })
  form.addEventListener('compositionend', () => form.dispatchEvent(new Event('input')))
  form.addEventListener('submit', () => {
    loading?.abort()
    clearTimeout(timer)
  })
}

/** Where the form would lead, without what is empty. */
function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams()
  for (const [key, value] of new FormData(form)) {
    if (typeof value === 'string' && value.trim() !== '') query.set(key, value.trim())
  }
  const { pathname } = new URL(form.action)
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`
}
