import { make } from '../elements.ts'

/** Says at a field what is wrong with what stands there. It is taken back as soon as somebody types. */
export function showFieldError(input: HTMLInputElement, message: string): void {
  clearFieldError(input)
  const words = make('p', 'field__error', message)
  words.id = `${input.id}-error`
  words.setAttribute('role', 'alert')
  input.setAttribute('aria-invalid', 'true')
  input.setAttribute('aria-describedby', [...describing(input), words.id].join(' '))
  input.closest('.field')?.append(words)
}

/** Nothing is wrong with the field any more. */
export function clearFieldError(input: HTMLInputElement): void {
  const id = `${input.id}-error`
  document.getElementById(id)?.remove()
  input.removeAttribute('aria-invalid')
  const ids = describing(input).filter((one) => one !== id)
  if (ids.length > 0) input.setAttribute('aria-describedby', ids.join(' '))
  else input.removeAttribute('aria-describedby')
}

function describing(input: HTMLInputElement): string[] {
  return (input.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== '')
}
