import { type Html, type HtmlValue, html } from '../../../lib/html.ts'
import type { AppError } from '../../../lib/app-error.ts'

type Field = {
  label: string
  name: string
  /** What helps to fill it in. */
  hint?: HtmlValue
  /** What a person sent that could not be taken: shown at its field. */
  error?: AppError | null
  required?: boolean
}

export type TextField = Field & {
  value?: string | number
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'search'
  autocomplete?: string
  maxLength?: number
  minLength?: number
  min?: number
  max?: number
  step?: number | 'any'
  inputMode?: 'decimal' | 'numeric'
  placeholder?: string
  /** Several lines. */
  rows?: number
}

/** A labelled line, or several, to type in; with its hint and its error. */
export function textField(field: TextField): Html {
  const { label, name, value, type = 'text', rows } = field
  const attributes = html`id="${idOf(field)}" name="${name}" ${described(field)}
  ${field.required === true && html` required`}
  ${field.autocomplete !== undefined && html` autocomplete="${field.autocomplete}"`}
  ${field.maxLength !== undefined && html` maxlength="${field.maxLength}"`}
  ${field.minLength !== undefined && html` minlength="${field.minLength}"`}
  ${field.placeholder !== undefined && html` placeholder="${field.placeholder}"`}`
  const numbers = html`${field.min !== undefined && html` min="${field.min}"`}
  ${field.max !== undefined && html` max="${field.max}"`}
  ${field.step !== undefined && html` step="${field.step}"`}
  ${field.inputMode !== undefined && html` inputmode="${field.inputMode}"`}`
  return html`<div class="field">
    <label for="${idOf(field)}">${label}</label>
    ${
      rows === undefined
        ? html`<input
            type="${type}"
            ${type === 'text' && html`dir="auto"`}
            value="${value}"
            ${attributes}
            ${numbers}
          />`
        : html`<textarea dir="auto" rows="${rows}" ${attributes}>${value}</textarea>`
    }
    ${below(field)}
  </div>`
}

export type ChoiceField = Field & {
  options: readonly { value: string; words: string }[]
  value?: string
}

/** One of several, in a list that opens. */
export function choiceField(field: ChoiceField): Html {
  return html`<div class="field">
    <label for="${idOf(field)}">${field.label}</label>
    <select
      id="${idOf(field)}"
      name="${field.name}"
      ${described(field)}
      ${field.required === true && html` required`}
    >
      ${field.options.map(
        ({ value, words }) =>
          html`<option value="${value}" ${value === field.value && html` selected`}>${words}</option>`,
      )}
    </select>
    ${below(field)}
  </div>`
}

export type CheckField = Field & {
  checked?: boolean
  /** What is sent when it is ticked. */
  value?: string
  disabled?: boolean
}

/** A box to tick; what is not ticked is not sent. */
export function checkField(field: CheckField): Html {
  return html`<div class="field field--check">
    <input
      type="checkbox"
      id="${idOf(field)}"
      name="${field.name}"
      value="${field.value ?? '1'}"
      ${described(field)}
      ${field.checked === true && html` checked`}
      ${field.disabled === true && html` disabled`}
    />
    <label for="${idOf(field)}">${field.label}</label>
    ${below(field)}
  </div>`
}

/** Says above a form that it was not taken, and why. Nothing when it was. */
export function errorSummary(error: AppError | null | undefined): Html | null {
  if (error === null || error === undefined) return null
  const plain = error.message.replaceAll('`', '')
  return html`<p class="notice notice--error" role="alert" tabindex="-1" data-focus>${plain}</p>`
}

/** Something good to know, above what it is about. */
export function notice(words: HtmlValue): Html {
  return html`<p class="notice" role="status">${words}</p>`
}

function idOf({ name }: Field): string {
  return `field-${name.replace(/[^A-Za-z0-9_-]/g, '')}`
}

function isAtFault({ error, name }: Field): boolean {
  return error?.field !== undefined && bare(error.field) === bare(name)
}

function described(field: Field): Html {
  const ids = [
    ...(field.hint === undefined ? [] : [`${idOf(field)}-hint`]),
    ...(isAtFault(field) ? [`${idOf(field)}-error`] : []),
  ]
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}
  ${isAtFault(field) && html` aria-invalid="true"`}`
}

function below(field: Field): Html {
  return html`${field.hint !== undefined && html`<p class="field__hint" id="${idOf(field)}-hint">${field.hint}</p>`}
  ${isAtFault(field) && html`<p class="field__error" id="${idOf(field)}-error">${field.error?.message.replaceAll('`', '')}</p>`}`
}

function bare(name: string): string {
  return name.replace(/\[\]$/, '')
}
