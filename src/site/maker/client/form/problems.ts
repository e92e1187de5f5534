import { labelMessage } from '../../../../options/form-options.ts'
import { ruleSentences } from '#texts/rules.ts'
import { formatSentence } from '../../../../lib/errors/sentence.ts'
import type { Problem } from '../../../../options/option.ts'
import { createElement } from '../elements.ts'

/** Why a GIF cannot be made: a message that says what to do, and its field. */
export type FormProblem = { message: string; field?: string }

/** Shows each problem once: beside its field, or above the form where it has none that is seen. */
export class Problems {
  readonly #form: HTMLFormElement
  readonly #above: HTMLElement
  readonly #firstChoice: HTMLElement

  /** `firstChoice` has the focus for a problem with the source itself. */
  constructor(form: HTMLFormElement, above: HTMLElement, firstChoice: HTMLElement) {
    this.#form = form
    this.#above = above
    this.#firstChoice = firstChoice
    form.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLElement) this.#clearFixed(target)
    })
  }

  clear(): void {
    this.#above.replaceChildren()
    for (const field of this.#form.querySelectorAll<HTMLElement>('[aria-invalid]')) this.#release(field)
  }

  /** Sentences that need no answer, such as about a file that was left out. */
  note(sentences: readonly string[]): void {
    if (sentences.length === 0) return this.#clearAbove()
    const notice = this.#notice(sentences[0] ?? '')
    for (const sentence of sentences.slice(1)) notice.append(createElement('br'), sentence)
  }

  /** Shows a problem, and moves the focus to where it is corrected. */
  show({ message, field }: FormProblem): void {
    this.clear()
    const input = field === undefined ? null : this.#fieldOf(field)
    if (input === null) {
      const notice = this.#notice(message)
      const target = field === undefined ? notice : this.#firstChoice
      target.focus()
      notice.scrollIntoView({ block: 'center' })
      return
    }
    document.getElementById(`${input.id}-error`)?.remove()
    const error = createElement('p', 'field__error', message)
    error.id = `${input.id}-error`
    error.dataset.problem = 'true'
    error.setAttribute('role', 'alert')
    input.setAttribute('aria-invalid', 'true')
    input.setAttribute(
      'aria-describedby',
      `${input.getAttribute('aria-describedby') ?? ''} ${error.id}`.trim(),
    )
    input.closest('.field')?.append(error)
    input.focus()
  }

  #notice(message: string): HTMLElement {
    const notice = createElement('p', 'notice notice--error', message)
    notice.setAttribute('role', 'alert')
    notice.tabIndex = -1
    this.#above.replaceChildren(notice)
    return notice
  }

  /** Where it is seen: what stands for it in place of its field, or the field itself. */
  #fieldOf(name: string): HTMLElement | null {
    const bare = CSS.escape(name.replace('[]', ''))
    const all = this.#form.querySelectorAll<HTMLElement>(
      `[data-field-for="${bare}"], :is(input:not([type="file"], [type="radio"]), select)[name="${bare}"]`,
    )
    for (const field of all) field.closest('details')?.setAttribute('open', '')
    return [...all].findLast((field) => field.getClientRects().length > 0) ?? null
  }

  /** When the last invalid field is corrected, the message above the form goes too. */
  #clearFixed(field: HTMLElement): void {
    if (!field.hasAttribute('aria-invalid')) return
    this.#release(field)
    this.#clearAbove()
  }

  /** A missing file is not a field to correct: with script, files are chosen elsewhere. */
  #clearAbove(): void {
    if (this.#form.querySelector('[aria-invalid]:not([type="file"])') === null) this.#above.replaceChildren()
  }

  #release(field: HTMLElement): void {
    if (!field.hasAttribute('aria-invalid')) return
    field.removeAttribute('aria-invalid')
    const error = document.getElementById(`${field.id}-error`)
    error?.remove()
    const described = (field.getAttribute('aria-describedby') ?? '').split(' ')
    field.setAttribute('aria-describedby', described.filter((id) => id !== error?.id).join(' '))
  }
}

/** A broken rule of options in the language of the page. */
export function ruleProblem({ field, text }: Problem): FormProblem {
  return { field, message: labelFields(formatSentence(ruleSentences, text)) }
}

/** A message with the labels of the form in place of the names of fields. */
export function labelFields(message: string): string {
  const labelOf = (name: string) => {
    const field = document.querySelector(`[name="${CSS.escape(name)}"]`)
    const label =
      field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.labels?.[0] : null
    return label?.textContent?.trim()
  }
  return labelMessage(message, labelOf, document.documentElement.lang)
}
