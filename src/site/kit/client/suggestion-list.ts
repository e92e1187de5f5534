import { kitTexts } from '#texts/kit.ts'

/** A suggestion as the server sends it. */
export type Suggestion = {
  kind: keyof typeof kitTexts.suggestionKinds
  text: string
  path: string
  thumb?: string
}

/** The list of a combobox. The focus stays in the field, which refers to the active option. */
export class SuggestionList {
  readonly #input: HTMLInputElement
  readonly #list = document.createElement('ul')
  #active = -1

  constructor(form: HTMLFormElement, input: HTMLInputElement) {
    this.#input = input
    const list = this.#list
    list.id = 'suggestions'
    list.className = 'suggestions'
    list.hidden = true
    list.setAttribute('role', 'listbox')
    list.setAttribute('aria-label', kitTexts.suggestions)
    // Keeps the focus in the field, so that the list stays open until the press ends.
    list.addEventListener('pointerdown', (event) => event.preventDefault())
    list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest<HTMLElement>('[role="option"]') : null
      if (option) open(option)
    })
    form.append(list)
    for (const [name, value] of Object.entries({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': list.id,
    })) {
      input.setAttribute(name, value)
    }
  }

  get isOpen(): boolean {
    return !this.#list.hidden
  }

  show(suggestions: Suggestion[]): void {
    this.#list.replaceChildren(...suggestions.map(optionOf))
    this.#list.hidden = suggestions.length === 0
    this.#input.setAttribute('aria-expanded', String(this.isOpen))
    this.#activate(-1)
  }

  hide(): void {
    this.show([])
  }

  /** Moves to the next or previous option; past either end, to the field itself. */
  move(step: 1 | -1): void {
    const places = this.#list.children.length + 1
    this.#activate(((this.#active + 1 + step + places) % places) - 1)
  }

  /** Opens the active option. Returns false without one. */
  choose(): boolean {
    const option = this.#list.children[this.#active]
    if (!this.isOpen || !(option instanceof HTMLElement)) return false
    open(option)
    return true
  }

  #activate(place: number): void {
    this.#list.children[this.#active]?.setAttribute('aria-selected', 'false')
    this.#active = place
    const option = this.#list.children[place]
    if (!option) {
      this.#input.removeAttribute('aria-activedescendant')
      return
    }
    option.setAttribute('aria-selected', 'true')
    option.scrollIntoView({ block: 'nearest' })
    this.#input.setAttribute('aria-activedescendant', option.id)
  }
}

function optionOf({ kind, text, path, thumb }: Suggestion, place: number): HTMLElement {
  const option = document.createElement('li')
  option.id = `suggestion-${place}`
  option.className = 'suggestion'
  option.setAttribute('role', 'option')
  option.setAttribute('aria-selected', 'false')
  option.dataset.path = path
  if (thumb !== undefined) {
    const picture = document.createElement('img')
    picture.alt = ''
    picture.src = thumb
    option.append(picture)
  }
  option.append(piece('suggestion__text', text))
  const kindText = kitTexts.suggestionKinds[kind]
  if (kindText !== '') option.append(piece('suggestion__kind', kindText))
  return option
}

function piece(className: string, text: string): HTMLElement {
  const made = document.createElement('span')
  made.className = className
  made.dir = 'auto'
  made.textContent = text
  return made
}

function open(option: HTMLElement): void {
  location.assign(option.dataset.path ?? '')
}
