import { announce, showToast } from '../../kit/client/dom.ts'
import { browseTexts } from '#texts/browse.ts'

/** Beyond this number of cards a plain link takes over, so that the footer stays reachable and pages do not grow forever. */
const maxCards = 216
/** The distance below the viewport at which the next page is loaded, before anyone gets there. */
const ahead = '1800px'
const slowMs = 500
/** The grid that grows; other grids of the page do not. */
const growing = '.grid[data-endless]'

/** Appends the next pages to the grid near its end. Returns a function that starts over with another grid. */
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

  /** A new observation reports an element that is already near, too. */
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

/** Takes the page links from the last page, but keeps the link to the page before the first. */
function turn(pages: Element, last: Element | null): void {
  const [, place, next] = pages.children
  const [, lastPlace, lastNext] = last?.children ?? []
  const link = next?.querySelector('a')
  const lastLink = lastNext?.querySelector('a')
  if (place) place.textContent = lastPlace?.textContent ?? ''
  // Keeps the link element, which may have the focus.
  if (link && lastLink) link.href = lastLink.href
  else link?.remove()
}

/** Shows a loading message if loading takes long. Returns a function that ends it. */
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
 * Loads another page of the site. Throws for an error status. The header `purpose` marks the request as not made by a
 * person, so that half a word does not count as a search.
 */
export async function loadPage(address: string, signal: AbortSignal): Promise<Document> {
  const response = await fetch(address, { signal, headers: { accept: 'text/html', purpose: 'preview' } })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}
