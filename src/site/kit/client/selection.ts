import { selectionTexts } from '#texts/selection.ts'

/** Adds "Select all" to a form with many checkboxes, and shows the number of selected ones. */
export function enhanceSelection(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-selection]')
  const selectAll = form?.querySelector<HTMLButtonElement>('[data-select-all]')
  const status = form?.querySelector<HTMLElement>('[data-selected]')
  if (!form || !selectAll || !status) return
  // Queried each time, as rows of the list may have been replaced.
  const boxesOf = () => [...form.querySelectorAll<HTMLInputElement>('input[type="checkbox"][name$="[]"]')]
  const isForAll = () => form.querySelector<HTMLInputElement>('input[name="all"]')?.checked === true
  const actions = form.querySelectorAll<HTMLButtonElement>('button[name="action"]')
  const update = () => {
    const boxes = boxesOf()
    const count = boxes.filter(({ checked }) => checked).length
    status.textContent = selectionTexts.selected(count)
    selectAll.textContent = count === boxes.length ? selectionTexts.deselectAll : selectionTexts.selectAll
    for (const action of actions) action.disabled = count === 0 && !isForAll()
  }
  selectAll.hidden = false
  status.setAttribute('role', 'status')
  selectAll.addEventListener('click', () => {
    const boxes = boxesOf()
    const checked = boxes.some((box) => !box.checked)
    for (const box of boxes) box.checked = checked
    update()
  })
  form.addEventListener('change', update)
  // A page restored from the history may still have boxes checked.
  addEventListener('pageshow', update)
  update()
}
