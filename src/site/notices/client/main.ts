showAskedFields()

/**
 * Shows only the fields that the chosen reason requires, in browsers whose CSS cannot; otherwise all would be shown.
 */
function showAskedFields(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-report]')
  if (!form || CSS.supports('selector(:has(*))')) return
  const show = () => {
    const reason = form.querySelector<HTMLInputElement>('input[name="reason"]:checked')?.value ?? ''
    for (const part of form.querySelectorAll<HTMLElement>('[data-for]')) {
      part.hidden = !(part.dataset['for'] ?? '').split(' ').includes(reason)
    }
  }
  form.addEventListener('change', show)
  show()
}
