import { createElement } from '../elements.ts'

/** Shows an error at a field. It is removed by the next input. */
export function showFieldError(input: HTMLInputElement, message: string): void {
  clearFieldError(input)
  const error = createElement('p', 'field__error', message)
  error.id = `${input.id}-error`
  error.setAttribute('role', 'alert')
  input.setAttribute('aria-invalid', 'true')
  input.setAttribute('aria-describedby', [...describing(input), error.id].join(' '))
  input.closest('.field')?.append(error)
}

/** Removes the error of a field. */
export function clearFieldError(input: HTMLInputElement): void {
  const id = `${input.id}-error`
  for (const error of document.querySelectorAll(`#${CSS.escape(id)}`)) error.remove()
  input.removeAttribute('aria-invalid')
  const ids = describing(input).filter((one) => one !== id)
  if (ids.length > 0) input.setAttribute('aria-describedby', ids.join(' '))
  else input.removeAttribute('aria-describedby')
}

function describing(input: HTMLInputElement): string[] {
  return (input.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== '')
}
