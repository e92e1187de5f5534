/** What went wrong is where a person begins again: on a page that says so, the field at fault has the focus. */
export function focusError(): void {
  const field = document.querySelector<HTMLElement>('[aria-invalid="true"]')
  const summary = document.querySelector<HTMLElement>('[data-focus]')
  ;(field ?? summary)?.focus()
}
