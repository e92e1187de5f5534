type Position = { results: string; top: number }

/**
 * Restores a grown grid when people come back, even if the browser has not kept the page. Calls `leave` before the page is
 * left. Must be called before anything else reads the grid.
 */
export function keepPosition(leave: () => void): void {
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation && Reflect.get(navigation, 'type') === 'back_forward') restorePosition(history.state)
  addEventListener('pagehide', () => {
    leave()
    savePosition()
  })
}

/** Saves the results and their scroll position with this history entry. Players must be stopped before. */
export function savePosition(): void {
  const results = document.querySelector('[data-results]')
  // Results without further pages cannot have grown.
  if (!results?.querySelector('[data-more]')) return
  const place: Position = { results: results.innerHTML, top: scrollY }
  history.replaceState({ place }, '')
}

/** Restores the results saved with a history entry. Returns false if it has none. */
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
