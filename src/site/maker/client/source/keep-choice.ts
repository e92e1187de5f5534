import { find } from '../../../kit/client/dom.ts'

/** Whether the animation is kept as it is. The choice is there for what can be kept; with it nothing can be edited. */
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
  offer(isOffered: boolean, reset = true): void {
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
