type Position = { results: string; top: number }

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

/** Keeps the results and how far they are scrolled with this step of the history. What plays should have been stopped. */
export function savePosition(): void {
  const results = document.querySelector('[data-results]')
  // Without more pages they have not grown.
  if (!results?.querySelector('[data-more]')) return
  const place: Position = { results: results.innerHTML, top: scrollY }
  history.replaceState({ place }, '')
}

/** Puts back what a step of the history has kept; false when that is nothing. */
export function restorePosition(state: unknown): boolean {
  const place = positionIn(state)
  const results = document.querySelector('[data-results]')
  if (!place || !results) return false
  results.innerHTML = place.results
  scrollTo(0, place.top)
  return true
}

function positionIn(state: unknown): Position | undefined {
  const place: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'place') : undefined
  return typeof place === 'object' && place !== null && 'results' in place && 'top' in place
    ? (place as Position)
    : undefined
}
