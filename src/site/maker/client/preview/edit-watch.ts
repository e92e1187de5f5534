import type { Edit } from './edit.ts'

/** Typing and dragging go on: their result counts once nothing has changed for so long. */
const typingMs = 150

/** Interaction after which the form may say something else: its modules set some fields without an event. */
const eventNames = ['input', 'change', 'click', 'keyup', 'pointerup', 'pointercancel'] as const

/** Calls `changed` with the edit in the form whenever it is another one, but not while something is dragged. */
export class EditWatch {
  readonly #read: () => Edit | null
  readonly #changed: (edit: Edit) => void
  #last = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #isPressed = false

  constructor(form: HTMLFormElement, read: () => Edit | null, changed: (edit: Edit) => void) {
    this.#read = read
    this.#changed = changed
    form.addEventListener('pointerdown', () => (this.#isPressed = true), { capture: true })
    for (const name of ['pointerup', 'pointercancel'])
      addEventListener(name, () => (this.#isPressed = false), { capture: true })
    for (const name of eventNames) {
      form.addEventListener(name, (event) => {
        const isTyped = name === 'input' && event.target instanceof HTMLInputElement && isText(event.target)
        this.#look(isTyped || name === 'keyup' ? typingMs : 0)
      })
    }
  }

  /** Looks now, as after a change that no event tells of. */
  look(): void {
    this.#look(0)
  }

  /** The edit counts as unknown: the next look finds it changed. */
  forget(): void {
    this.#last = ''
  }

  #look(afterMs: number): void {
    clearTimeout(this.#timer)
    // After the modules of the form, whose listeners come later, have done their part.
    this.#timer = setTimeout(() => this.#compare(), afterMs)
  }

  #compare(): void {
    if (this.#isPressed) return
    const edit = this.#read()
    if (edit === null) return
    const text = JSON.stringify(edit)
    if (text === this.#last) return
    this.#last = text
    this.#changed(edit)
  }
}

function isText({ type }: HTMLInputElement): boolean {
  return type === 'text' || type === 'number' || type === 'range' || type === 'search'
}
