import type { Point } from './layer-geometry.ts'

export type DragEvents = {
  /** The pointer went down: whether something is dragged from there. */
  begin: (event: PointerEvent) => boolean
  /** How far the pointer is from where it went down. */
  move: (by: Point, event: PointerEvent) => void
  end: () => void
  /** The browser took the pointer away: all shall be as it was at `begin`. */
  cancel: () => void
  /** The pointer went up where it went down. */
  tap: (event: PointerEvent) => void
}

/** A pointer that moves less than this has tapped. */
const tapPixels = 4

/** Follows a pointer that goes down on an element, in both directions. */
export function followDrag(element: HTMLElement, { begin, move, end, cancel, tap }: DragEvents): void {
  element.addEventListener('pointerdown', (down) => {
    if (down.button !== 0 || !down.isPrimary || !begin(down)) return
    down.preventDefault()
    element.setPointerCapture(down.pointerId)
    const listening = new AbortController()
    const { signal } = listening
    let isDragged = false
    const ofThis = (handle: (event: PointerEvent) => void) => (event: PointerEvent) => {
      if (event.pointerId === down.pointerId) handle(event)
    }
    const moved = (event: PointerEvent) => {
      const by = { x: event.clientX - down.clientX, y: event.clientY - down.clientY }
      isDragged ||= Math.hypot(by.x, by.y) >= tapPixels
      if (isDragged) move(by, event)
    }
    const ended = (event: PointerEvent) => {
      listening.abort()
      if (event.type === 'pointercancel') cancel()
      else if (isDragged) end()
      else tap(event)
    }
    element.addEventListener('pointermove', ofThis(moved), { signal })
    element.addEventListener('pointerup', ofThis(ended), { signal })
    element.addEventListener('pointercancel', ofThis(ended), { signal })
  })
}
