showAskedFields()

/**
 * Shows only the fields that the chosen reason asks for, in browsers whose style sheets cannot: there they would all be
 * shown.
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
