import { find } from '../../kit/client/dom.ts'

/** The input of the form with this name. */
export function inputOf(form: HTMLFormElement, name: string): HTMLInputElement {
  return find(form, `input[name="${name}"]:not([type="file"], [type="radio"])`, HTMLInputElement)
}

/** Sets the value of an input without an event. */
export function setNumber(input: HTMLInputElement, value: number): void {
  const text = String(value)
  if (input.value !== text) input.value = text
}

/** The number in an input; null when there is none. */
export function numberIn(input: HTMLInputElement): number | null {
  const value = input.value.trim() === '' ? Number.NaN : Number(input.value)
  return Number.isFinite(value) ? value : null
}

/** A new element with its class and its text. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className = '',
  text = '',
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  if (className !== '') element.className = className
  if (text !== '') element.textContent = text
  return element
}
