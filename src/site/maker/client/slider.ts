/** The value of a slider, for screen readers. */
export type SliderState = { min: number; max: number; now: number; text: string }

/** Sets the ARIA values of a slider. */
export function describeSlider(slider: HTMLElement, { min, max, now, text }: SliderState): void {
  slider.setAttribute('aria-valuemin', String(min))
  slider.setAttribute('aria-valuemax', String(max))
  slider.setAttribute('aria-valuenow', String(now))
  slider.setAttribute('aria-valuetext', text)
}

const fineSeconds = 0.1
const wideSeconds = 1
const pageSeconds = 5

/** The seconds by which a key moves a slider; infinite for Home and End, null for other keys. */
export function stepOfKey({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): number | null {
  if (altKey || ctrlKey || metaKey) return null
  const step = shiftKey ? wideSeconds : fineSeconds
  if (key === 'ArrowRight' || key === 'ArrowUp') return step
  if (key === 'ArrowLeft' || key === 'ArrowDown') return -step
  if (key === 'PageUp') return pageSeconds
  if (key === 'PageDown') return -pageSeconds
  if (key === 'Home') return -Infinity
  return key === 'End' ? Infinity : null
}

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
