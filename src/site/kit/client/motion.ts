const reduced = matchMedia('(prefers-reduced-motion: reduce)')
const key = 'gifwright-still'

/** Returns true if GIFs may play by themselves: not with reduced motion or reduced data. */
export function mayPlay(): boolean {
  return !reduced.matches && !savesData()
}

/** Calls `change` when the system's preference changes. */
export function onMotionChange(change: () => void): void {
  reduced.addEventListener('change', change)
}

/** Returns true if the visitor has paused the grid in this browser. */
export function isPaused(): boolean {
  try {
    return localStorage.getItem(key) === '1'
  } catch {
    return false
  }
}

/** Remembers whether the grid is paused, if the browser allows storage. */
export function setPaused(paused: boolean): void {
  try {
    if (paused) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Without storage, the choice applies to this page only.
  }
}

function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}
