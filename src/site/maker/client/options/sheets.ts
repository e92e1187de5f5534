import { makerTexts } from '#texts/maker.ts'
import { find } from '../../../kit/client/dom.ts'
import { createElement } from '../elements.ts'

/** Where groups of options are sheets over the lower part of the screen, as styles/sheets.css has it. */
export const sheets = matchMedia('(max-width: 60rem) and (min-height: 32rem)')

/**
 * On small screens one group is open at a time, as a sheet between the picture and the button. Opening it moves the focus
 * into it; “Done”, Escape and leaving it by Tab close it.
 */
export function offerSheets(form: HTMLFormElement): void {
  const panels = [...form.querySelectorAll<HTMLDetailsElement>('details[data-panel]')]
  const closeOthers = (kept?: HTMLDetailsElement) => {
    for (const panel of panels) if (panel !== kept) panel.open = false
  }
  const limit = () => limitHeight(form)
  for (const panel of panels) {
    const summary = find(panel, 'summary', HTMLElement)
    const body = find(panel, '.group__body', HTMLElement)
    const title = find(summary, '.group__name', HTMLElement).textContent
    const close = () => {
      panel.open = false
      summary.focus()
    }
    body.prepend(sheetHead(title, close))
    panel.addEventListener('toggle', () => {
      if (!sheets.matches || !panel.open) return
      closeOthers(panel)
      for (const [name, value] of Object.entries({ role: 'group', 'aria-label': title, tabindex: '-1' }))
        body.setAttribute(name, value)
      limit()
      if (document.activeElement === summary) body.focus({ preventScroll: true })
    })
    panel.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !sheets.matches || !panel.open) return
      event.preventDefault()
      close()
    })
  }
  // What the keys lead to is not left under a sheet. A press on the title closes its group by itself.
  form.addEventListener('focusin', ({ target }) => {
    if (!sheets.matches || !(target instanceof Element) || !target.matches(':focus-visible')) return
    if (target.closest('.group__body, [data-stage], [data-actions]') === null) closeOthers()
  })
  let opened: HTMLDetailsElement[] = []
  sheets.addEventListener('change', () => {
    if (sheets.matches) {
      opened = panels.filter(({ open }) => open)
      closeOthers()
    } else for (const panel of opened) panel.open = true
  })
  const observer = new ResizeObserver(limit)
  for (const part of ['[data-stage]', '[data-actions]']) observer.observe(find(form, part, HTMLElement))
}

/** The title of a sheet, and what closes it. */
function sheetHead(title: string, close: () => void): HTMLElement {
  const head = createElement('div', 'group__head')
  const button = createElement('button', 'button', makerTexts.closeSheet)
  button.type = 'button'
  button.addEventListener('click', close)
  head.dataset.title = title
  head.append(button)
  return head
}

/** A sheet covers neither the picture nor the button. */
function limitHeight(form: HTMLFormElement): void {
  const stage = find(form, '[data-stage]', HTMLElement).getBoundingClientRect()
  const actions = find(form, '[data-actions]', HTMLElement)
  const { style } = document.documentElement
  style.setProperty('--sheet-top', `${Math.max(0, Math.round(stage.bottom))}px`)
  style.setProperty('--sheet-bottom', `${actions.offsetHeight}px`)
}
