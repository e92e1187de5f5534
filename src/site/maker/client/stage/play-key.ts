import { find } from '../../../kit/client/dom.ts'

/** What the Space key means something else for. */
const others = 'button, summary, a, input, select, textarea, video, [role="button"], [role="application"] *'

/** The Space key plays and pauses what is seen on the stage, the source or the GIF, unless it is meant for a control. */
export function playBySpace(form: HTMLFormElement): void {
  const stage = find(form, '[data-stage]', HTMLElement)
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
    if (key !== ' ' || ctrlKey || metaKey || altKey || shiftKey || defaultPrevented) return
    if (form.hasAttribute('data-busy') || !(target instanceof Element) || target.closest(others) !== null)
      return
    // The last one is on top.
    const button = [...stage.querySelectorAll<HTMLButtonElement>('.player__toggle')].findLast(
      (toggle) => toggle.getClientRects().length > 0 && getComputedStyle(toggle).visibility === 'visible',
    )
    if (button === undefined) return
    // It would scroll the page.
    event.preventDefault()
    button.click()
  })
}
