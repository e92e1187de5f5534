export type Drag = {
  /** Called when the pointer goes down. Returns true to start a drag. */
  begin: (event: PointerEvent) => boolean
  move: (event: PointerEvent) => void
  end: () => void
  /** Called when the browser takes over, as for scrolling under a finger. Must restore the state at `begin`. */
  cancel: () => void
  /** Called for a tap. With it, a drag starts only after a sideways movement; a release before is a tap. */
  tap?: (event: PointerEvent) => void
}

/** The distance below which a movement is a click. */
const dragPixels = 6

/** Follows a mouse or a finger from press to release on an element. */
export function followPointer(element: HTMLElement, { begin, move, end, cancel, tap }: Drag): void {
  element.addEventListener('pointerdown', (down) => {
    if (down.button !== 0 || !down.isPrimary || !begin(down)) return
    down.preventDefault()
    element.setPointerCapture(down.pointerId)
    let isDragged = tap === undefined
    const moved = (event: PointerEvent) => {
      if (event.pointerId !== down.pointerId) return
      isDragged ||= Math.abs(event.clientX - down.clientX) >= dragPixels
      if (isDragged) move(event)
    }
    const ended = (event: PointerEvent) => {
      if (event.pointerId !== down.pointerId) return
      element.removeEventListener('pointermove', moved)
      element.removeEventListener('pointerup', ended)
      element.removeEventListener('pointercancel', ended)
      if (event.type === 'pointerup') (isDragged ? end : tap)?.(event)
      else if (isDragged) cancel()
    }
    element.addEventListener('pointermove', moved)
    element.addEventListener('pointerup', ended)
    element.addEventListener('pointercancel', ended)
  })
}
