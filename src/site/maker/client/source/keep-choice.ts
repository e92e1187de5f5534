import { find } from '../../../kit/client/dom.ts'

/**
 * Whether the animation is kept as it is. The choice is there for what can be kept; with it nothing can be edited. Of an
 * animation it is asked first; few want it of a video, where it comes last.
 */
export class KeepChoice {
  readonly #form: HTMLFormElement
  readonly #root: HTMLElement

  constructor(form: HTMLFormElement) {
    this.#form = form
    this.#root = find(form, '[data-keep]', HTMLElement)
    this.#root.addEventListener('change', () => this.#show())
  }

  get isOn(): boolean {
    return !this.#root.hidden && this.#radio('1').checked
  }

  /** `isOffered`: for the source that is chosen now; `reset` chooses editing. */
  offer(isOffered: boolean, { isAnimation = false, reset = true } = {}): void {
    const groups = [...this.#form.querySelectorAll('.groups')]
    if (isAnimation) groups[0]?.prepend(this.#root)
    else groups.at(-1)?.append(this.#root)
    this.#root.hidden = !isOffered
    if (reset) this.#radio('0').checked = true
    this.#show()
  }

  #show(): void {
    this.#form.toggleAttribute('data-kept', this.isOn)
  }

  #radio(value: string): HTMLInputElement {
    return find(this.#root, `input[value="${value}"]`, HTMLInputElement)
  }
}
