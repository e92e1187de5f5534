/** On the page of GIFs that wait for review: A approves the one that has the focus, D declines it, X selects it. */
export function offerReviewKeys(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-review]')
  if (!form) return
  form.querySelector<HTMLElement>('[data-review-keys]')?.removeAttribute('hidden')
  form.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    const record = event.target instanceof Element ? event.target.closest('[data-review-record]') : null
    const selector = selectors.get(event.key.toLowerCase())
    if (record === null || selector === undefined) return
    record.querySelector<HTMLElement>(selector)?.click()
  })
}

const selectors = new Map([
  ['a', 'button[name="approve"]'],
  ['d', 'button[name="decline"]'],
  ['x', 'input[type="checkbox"]'],
])
