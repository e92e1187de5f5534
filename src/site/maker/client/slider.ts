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
