type Position = { grid: string; pages: string; top: number }

/**
 * A grid that had grown is as it was left when people come back, also where the browser has not kept the page.
 * `leave` is called before the page is left. To be called before anything else looks at the grid.
 */
export function keepPosition(leave: () => void): void {
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation && Reflect.get(navigation, 'type') === 'back_forward') restorePosition(history.state)
  addEventListener('pagehide', () => {
    leave()
    savePosition()
  })
}

/** Keeps the grid and how far it is scrolled with this step of the history. What plays should have been stopped. */
export function savePosition(): void {
  const grid = document.querySelector('.grid')
  const pages = document.querySelector('[data-more]')
  if (!grid || !pages) return
  const place: Position = { grid: grid.innerHTML, pages: pages.innerHTML, top: scrollY }
  history.replaceState({ place }, '')
}

/** Puts back what a step of the history has kept; false when that is nothing. */
export function restorePosition(state: unknown): boolean {
  const place = positionIn(state)
  const grid = document.querySelector('.grid')
  const pages = document.querySelector('[data-more]')
  if (!place || !grid || !pages) return false
  grid.innerHTML = place.grid
  pages.innerHTML = place.pages
  scrollTo(0, place.top)
  return true
}

function positionIn(state: unknown): Position | undefined {
  const place: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'place') : undefined
  return typeof place === 'object' && place !== null && 'grid' in place && 'pages' in place && 'top' in place
    ? (place as Position)
    : undefined
}
