export type Drag = {
  /** The pointer went down: whether something is dragged now. */
  begin: (event: PointerEvent) => boolean
  move: (event: PointerEvent) => void
  end: () => void
  /** The pointer was taken away, as where the page scrolls under a finger: all shall be as it was at `begin`. */
  cancel: () => void
  /** Where it is given, nothing is dragged until the pointer has gone sideways; one that goes up before has tapped. */
  tap?: (event: PointerEvent) => void
}

/** A pointer that moves less than this is a click. */
const dragPixels = 6

/** Follows a pointer, a finger as well as a mouse, from where it goes down on an element until it goes up. */
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
