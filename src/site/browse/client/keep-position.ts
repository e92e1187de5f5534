type Position = { wall: string; pages: string; top: number }

/**
 * Whoever comes back to a wall that had grown finds it as it was left, also where the browser has not kept the page.
 * `leave` is called before the page is left. To be called before anything else looks at the wall.
 */
export function keepPosition(leave: () => void): void {
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation && Reflect.get(navigation, 'type') === 'back_forward') restorePosition(history.state)
  addEventListener('pagehide', () => {
    leave()
    savePosition()
  })
}

/** Keeps the wall and how far it is scrolled with this step of the history. What plays should have been stopped. */
export function savePosition(): void {
  const wall = document.querySelector('.wall')
  const pages = document.querySelector('[data-more]')
  if (!wall || !pages) return
  const place: Position = { wall: wall.innerHTML, pages: pages.innerHTML, top: scrollY }
  history.replaceState({ place }, '')
}

/** Puts back what a step of the history has kept; false when that is nothing. */
export function restorePosition(state: unknown): boolean {
  const place = positionIn(state)
  const wall = document.querySelector('.wall')
  const pages = document.querySelector('[data-more]')
  if (!place || !wall || !pages) return false
  wall.innerHTML = place.wall
  pages.innerHTML = place.pages
  scrollTo(0, place.top)
  return true
}

function positionIn(state: unknown): Position | undefined {
  const place: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'place') : undefined
  return typeof place === 'object' && place !== null && 'wall' in place && 'pages' in place && 'top' in place
    ? (place as Position)
    : undefined
}
