import { find, inputOf, numberIn } from './elements.ts'
import { type Playing, speeds } from './playing.ts'

/** Tells how fast and which way the GIF plays as the fields say it: at once, and whenever they are changed. */
export function listenToPlaying(form: HTMLFormElement, tell: (playing: Playing) => void): void {
  const [speed, reverse, boomerang] = [
    inputOf(form, 'speed'),
    inputOf(form, 'reverse'),
    inputOf(form, 'boomerang'),
  ]
  const common = [...form.querySelectorAll<HTMLButtonElement>('button[data-speed]')]
  const note = find(form, '[data-direction-note]', HTMLElement)
  const read = () => {
    const typed = numberIn(speed)
    const isSpeed = typed !== null && typed >= speeds.min && typed <= speeds.max
    for (const button of common)
      button.setAttribute('aria-pressed', String(Number(button.dataset.speed) === typed))
    note.hidden = !reverse.checked && !boomerang.checked
    tell({ speed: isSpeed ? typed : 1, reverse: reverse.checked, boomerang: boomerang.checked })
  }
  for (const input of [speed, reverse, boomerang]) input.addEventListener('input', read)
  for (const button of common) {
    button.addEventListener('click', () => {
      speed.value = button.dataset.speed ?? '1'
      // As if it was typed: what was wrong with the field is mended.
      speed.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
  read()
}
