/** In a form with many boxes: one button ticks all, and it is said how many are ticked. */
export function helpTicking(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-ticking]')
  const all = form?.querySelector<HTMLButtonElement>('[data-tick-all]')
  const told = form?.querySelector<HTMLElement>('[data-ticked]')
  if (!form || !all || !told) return
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')]
  const actions = form.querySelectorAll<HTMLButtonElement>('button[name="action"]')
  const tell = () => {
    const count = boxes.filter(({ checked }) => checked).length
    told.textContent = count === 0 ? 'Tick GIFs to change many at once.' : `${count} ticked:`
    all.textContent = count === boxes.length ? 'Untick all' : 'Tick all'
    for (const action of actions) action.disabled = count === 0
  }
  all.hidden = false
  told.setAttribute('role', 'status')
  all.addEventListener('click', () => {
    const checked = boxes.some((box) => !box.checked)
    for (const box of boxes) box.checked = checked
    tell()
  })
  form.addEventListener('change', tell)
  // A page that is come back to may have its boxes ticked still.
  addEventListener('pageshow', tell)
  tell()
}
