const reduced = matchMedia('(prefers-reduced-motion: reduce)')
const key = 'gifwright-still'

/** Whether the system asks for less motion, or the connection for less data: then nothing plays by itself. */
export function mayPlay(): boolean {
  return !reduced.matches && !savesData()
}

/** Calls when the system's answer changes. */
export function onMotionChange(change: () => void): void {
  reduced.addEventListener('change', change)
}

/** Whether the visitor has paused the grid here. */
export function isPaused(): boolean {
  try {
    return localStorage.getItem(key) === '1'
  } catch {
    return false
  }
}

/** Remembers it, where the browser lets us. */
export function setPaused(paused: boolean): void {
  try {
    if (paused) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing asks again on the next page.
  }
}

function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}
