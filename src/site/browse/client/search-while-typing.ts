import { announce, isUnfinished, showToast } from '../../kit/client/dom.ts'
import { browseTexts } from '#texts/browse.ts'
import { restorePosition, savePosition } from './keep-position.ts'
import { loadPage } from './endless.ts'

const pauseMs = 300

type Follower = {
  /** Called before the grid is replaced. */
  leave: () => void
  /** Called after another grid is in place. */
  onChange: () => void
}

/**
 * Updates the grid and the address of the front page while the visitor types in the search field. A search is one entry of
 * the history, which Enter completes.
 */
export function searchWhileTyping({ leave, onChange }: Follower): void {
  const form = document.querySelector<HTMLFormElement>('form[data-suggest]')
  const field = form?.querySelector<HTMLInputElement>('input[name="q"]')
  if (!form || !field || !document.querySelector('[data-results]')) return
  let shown = here()
  /** True while the current history entry belongs to the search being typed. */
  let isTyping = false
  let timer = 0
  let loading: AbortController | undefined
  let hideToast = () => {}

  /** Shows the grid of an address. `turn` changes the history before, `restore` sets the scroll position after. */
  async function show(address: string, turn: () => void, restore: () => void): Promise<void> {
    stop()
    const mine = new AbortController()
    loading = mine
    try {
      const page = await loadPage(address, mine.signal)
      const results = page.querySelector('[data-results]')
      if (mine.signal.aborted) return
      if (!results) throw new Error('no grid')
      leave()
      turn()
      document.querySelector('[data-results]')?.replaceWith(results)
      document.title = page.title
      shown = address
      announce(results.querySelector('[data-count]')?.textContent ?? '')
      restore()
      onChange()
    } catch {
      if (mine.signal.aborted) return
      announce(browseTexts.searchFailed)
      hideToast = showToast(browseTexts.searchFailed)
    }
  }

  async function search(): Promise<void> {
    const address = addressOf(form as HTMLFormElement)
    if (address === shown) return stop()
    const turn = () => {
      if (isTyping) return history.replaceState(null, '', address)
      savePosition()
      history.pushState(null, '', address)
      isTyping = true
    }
    await show(address, turn, () => scrollTo(0, 0))
  }

  /** Reports a completed search to the service, whose results were loaded during typing. */
  function countSearch(): void {
    const text = field?.value.trim() ?? ''
    const address = document.querySelector<HTMLElement>('[data-results]')?.dataset.results ?? ''
    if (text !== '') navigator.sendBeacon(address, new URLSearchParams({ q: text }))
  }

  function stop(): void {
    loading?.abort()
    clearTimeout(timer)
    hideToast()
  }

  form.addEventListener('input', (event) => {
    if (isUnfinished(event)) return
    stop()
    timer = setTimeout(() => void search(), pauseMs)
  })
  form.addEventListener('compositionend', () => form.dispatchEvent(new Event('input')))
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    // Closes the on-screen keyboard, as leaving the page would.
    if (matchMedia('(pointer: coarse)').matches) field.blur()
    countSearch()
    await search()
    isTyping = false
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-results] .card')) countSearch()
  })
  addEventListener('popstate', ({ state }) => {
    isTyping = false
    // A step within the page does not lead to another grid.
    if (here() === shown) return stop()
    field.value = new URLSearchParams(location.search).get('q') ?? ''
    const restore = () => void (restorePosition(state) || scrollTo(0, 0))
    void show(here(), () => {}, restore)
  })
}

function here(): string {
  return location.pathname + location.search
}

/** The address that the form would lead to, without empty fields. */
function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams()
  for (const [key, value] of new FormData(form)) {
    if (typeof value === 'string' && value.trim() !== '') query.set(key, value.trim())
  }
  const { pathname } = new URL(form.action)
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`
}
