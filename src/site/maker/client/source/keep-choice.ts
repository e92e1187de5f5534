import { find } from '../../../kit/client/dom.ts'
import { canBeKept } from './file-kind.ts'

/** Whether the animation is kept as it is. The choice is there for what can be kept; with it nothing can be edited. */
export class KeepChoice {
  readonly #form: HTMLFormElement
  readonly #root: HTMLElement
  #file: File | null = null

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
    this.#file = null
    this.#root.hidden = !isOffered
    if (reset) this.#radio('0').checked = true
    this.#show()
  }

  /** Offers it where the file can be kept, which takes a look into it. */
  async offerFor(file: File, reset: boolean): Promise<void> {
    this.offer(false, reset)
    this.#file = file
    const isOffered = await canBeKept(file)
    if (this.#file === file) this.offer(isOffered, reset)
  }

  #show(): void {
    this.#form.toggleAttribute('data-kept', this.isOn)
  }

  #radio(value: string): HTMLInputElement {
    return find(this.#root, `input[value="${value}"]`, HTMLInputElement)
  }
}
