import { selectionTexts } from '../../messages/client/selection.ts'

/** Adds "Select all" to a form with many checkboxes, and says how many are selected. */
export function enhanceSelection(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-selection]')
  const selectAll = form?.querySelector<HTMLButtonElement>('[data-select-all]')
  const status = form?.querySelector<HTMLElement>('[data-selected]')
  if (!form || !selectAll || !status) return
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')]
  const actions = form.querySelectorAll<HTMLButtonElement>('button[name="action"]')
  const update = () => {
    const count = boxes.filter(({ checked }) => checked).length
    status.textContent = selectionTexts.selected(count)
    selectAll.textContent = count === boxes.length ? selectionTexts.deselectAll : selectionTexts.selectAll
    for (const action of actions) action.disabled = count === 0
  }
  selectAll.hidden = false
  status.setAttribute('role', 'status')
  selectAll.addEventListener('click', () => {
    const checked = boxes.some((box) => !box.checked)
    for (const box of boxes) box.checked = checked
    update()
  })
  form.addEventListener('change', update)
  // A page restored from the history may still have boxes checked.
  addEventListener('pageshow', update)
  update()
}
