import { isUnfinished } from '../../kit/client/composition.ts'
import { announce } from '../../kit/client/dom.ts'
import { browseTexts } from '#texts/browse.ts'
import { restorePosition, savePosition } from './keep-position.ts'
import { loadPage } from './endless.ts'
import { showToast } from './toast.ts'

const pauseMs = 300

type Follower = {
  /** Called before the grid is replaced. */
  leave: () => void
  /** Called when another grid is there. */
  onChange: () => void
}

/**
 * On the front page the grid follows what is typed in the search field, and so does the address: a search is one step
 * of the history, which Enter ends.
 */
export function followTyping({ leave, onChange }: Follower): void {
  const form = document.querySelector<HTMLFormElement>('form[data-suggest]')
  const field = form?.querySelector<HTMLInputElement>('input[name="q"]')
  if (!form || !field || !document.querySelector('[data-results]')) return
  let shown = here()
  /** Whether this step of the history is of the search that is being typed. */
  let isTyping = false
  let timer = 0
  let loading: AbortController | undefined
  let hideToast = () => {}

  /** Shows the grid of an address. `turn` changes the history before, `restore` sets the position after. */
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

  /** Has the service count a search that somebody meant: its results were loaded while it was typed. */
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
    // The keyboard on the screen goes, as it does when a page is left.
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
    // A step within the page is none to another grid.
    if (here() === shown) return stop()
    field.value = new URLSearchParams(location.search).get('q') ?? ''
    const restore = () => void (restorePosition(state) || scrollTo(0, 0))
    void show(here(), () => {}, restore)
  })
}

function here(): string {
  return location.pathname + location.search
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
