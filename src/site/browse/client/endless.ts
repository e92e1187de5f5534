import { announce } from '../../kit/client/dom.ts'
import { browseTexts } from '#texts/browse.ts'
import { showToast } from './toast.ts'

/** With so many the plain link has its turn: the foot of the page can be reached, and no page grows for ever. */
const maxCards = 216
/** How far below the window the next page is fetched: before one comes there. */
const ahead = '1800px'
const slowMs = 500
/** The grid that grows; others on the page stay as they are. */
const growing = '.grid[data-endless]'

/** Adds the next pages to the grid as one comes near its end. Gives a function that begins anew with another grid. */
export function loadEndlessly(onMore: () => void): () => void {
  let hasFailed = false
  let loading: AbortController | undefined
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void more()
    },
    { rootMargin: `${ahead} 0px` },
  )

  async function more(): Promise<void> {
    const pages = nav()
    const link = pages?.querySelector<HTMLAnchorElement>('a[rel="next"]')
    const grid = document.querySelector(growing)
    if (!pages || !link || !grid || loading) return
    const mine = new AbortController()
    loading = mine
    const done = showLoading()
    try {
      const page = await loadPage(link.href, mine.signal)
      if (mine.signal.aborted) return
      const cards = [...page.querySelectorAll(`${growing} > li`)]
      grid.append(...cards)
      turn(pages, page.querySelector('[data-more]'))
      announce(browseTexts.loaded(cards.length, grid.children.length))
      onMore()
    } catch {
      if (mine.signal.aborted) return
      hasFailed = true
      announce(browseTexts.loadingFailed)
    } finally {
      done()
      if (loading === mine) loading = undefined
    }
    watch()
  }

  /** The observer tells of a page that is near at once, also when it was near before. */
  function watch(): void {
    observer.disconnect()
    const pages = nav()
    const cards = document.querySelectorAll(`${growing} > li`).length
    const goesOn = !hasFailed && cards < maxCards && Boolean(pages?.querySelector('a[rel="next"]'))
    if (pages) pages.dataset.more = goesOn ? 'endless' : 'plain'
    if (pages && goesOn) observer.observe(pages)
  }

  watch()
  return () => {
    loading?.abort()
    loading = undefined
    hasFailed = false
    watch()
  }
}

function nav(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-more]')
}

/** The links to the pages as the last one has them, but back to before the first. */
function turn(pages: Element, last: Element | null): void {
  const [, place, next] = pages.children
  const [, lastPlace, lastNext] = last?.children ?? []
  const link = next?.querySelector('a')
  const lastLink = lastNext?.querySelector('a')
  if (place) place.textContent = lastPlace?.textContent ?? ''
  // The same link, which may have the focus, leads further on.
  if (link && lastLink) link.href = lastLink.href
  else link?.remove()
}

/** Shows that something comes, when it takes long; gives the end of it. */
function showLoading(): () => void {
  let hideToast = () => {}
  const timer = setTimeout(() => {
    hideToast = showToast(browseTexts.loading)
    announce(browseTexts.loading)
  }, slowMs)
  return () => {
    clearTimeout(timer)
    hideToast()
  }
}

/**
 * Another page of the site, not shown yet. Throws when there is none. `purpose` says that no person asked for it, so
 * that half a word does not count as a search that somebody made.
 */
export async function loadPage(address: string, signal: AbortSignal): Promise<Document> {
  const response = await fetch(address, { signal, headers: { accept: 'text/html', purpose: 'preview' } })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}
