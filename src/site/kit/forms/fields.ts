import { type Html, html, type HtmlValue } from '../../../lib/html.ts'
import type { AppError } from '../../../lib/app-error.ts'
import type { SiteView } from '../page/site-view.ts'

type Field = {
  label: string
  name: string
  /** Help below the field. */
  hint?: HtmlValue
  /** An error, shown if it names this field. */
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
  /** The number of lines, for a multi-line field. */
  rows?: number
}

/** A labeled text field with its hint and its error. */
export function textField(field: TextField): Html {
  const { label, name, value, type = 'text', rows } = field
  const attributes = html`id="${idOf(field)}" name="${name}" ${descriptionAttributes(field)}
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
    ${hintAndError(field)}
  </div>`
}

export type ChoiceField = Field & {
  options: readonly { value: string; label: string }[]
  value?: string
}

/** A labeled drop-down list. */
export function choiceField(field: ChoiceField): Html {
  return html`<div class="field">
    <label for="${idOf(field)}">${field.label}</label>
    <select
      id="${idOf(field)}"
      name="${field.name}"
      ${descriptionAttributes(field)}
      ${field.required === true && html` required`}
    >
      ${field.options.map(
        ({ value, label }) =>
          html`<option value="${value}" ${value === field.value && html` selected`}>${label}</option>`,
      )}
    </select>
    ${hintAndError(field)}
  </div>`
}

export type CheckField = Field & {
  checked?: boolean
  /** The value sent if checked; 1 by default. */
  value?: string
  disabled?: boolean
}

/** A labeled checkbox; it sends nothing if unchecked. */
export function checkField(field: CheckField): Html {
  return html`<div class="field field--check">
    <input
      type="checkbox"
      id="${idOf(field)}"
      name="${field.name}"
      value="${field.value ?? '1'}"
      ${descriptionAttributes(field)}
      ${field.checked === true && html` checked`}
      ${field.disabled === true && html` disabled`}
    />
    <label for="${idOf(field)}">${field.label}</label>
    ${hintAndError(field)}
  </div>`
}

/** The message above a form about its error; null without one. */
export function errorSummary(error: AppError | null | undefined): Html | null {
  if (error === null || error === undefined) return null
  const plain = error.message.replaceAll('`', '')
  return html`<p class="notice notice--error" role="alert" tabindex="-1" data-focus>${plain}</p>`
}

/** The message about a form's error; null if one of its `fields` shows it already. */
export function formError(error: AppError | null, fields: readonly string[]): Html | null {
  return error?.field !== undefined && fields.includes(error.field) ? null : errorSummary(error)
}

/** A message about a completed action. */
export function notice(text: HtmlValue): Html {
  return html`<p class="notice" role="status">${text}</p>`
}

function idOf({ name }: Field): string {
  return `field-${name.replace(/[^A-Za-z0-9_-]/g, '')}`
}

function isInvalid({ error, name }: Field): boolean {
  return error?.field !== undefined && withoutBrackets(error.field) === withoutBrackets(name)
}

function descriptionAttributes(field: Field): Html {
  const ids = [
    ...(field.hint === undefined ? [] : [`${idOf(field)}-hint`]),
    ...(isInvalid(field) ? [`${idOf(field)}-error`] : []),
  ]
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}
  ${isInvalid(field) && html` aria-invalid="true"`}`
}

function hintAndError(field: Field): Html {
  return html`${field.hint !== undefined && html`<p class="field__hint" id="${idOf(field)}-hint">${field.hint}</p>`}
  ${isInvalid(field) && html`<p class="field__error" id="${idOf(field)}-error">${field.error?.message.replaceAll('`', '')}</p>`}`
}

function withoutBrackets(name: string): string {
  return name.replace(/\[\]$/, '')
}

/** A value to copy, with a button if script runs. */
export function copyField({ messages }: SiteView, label: string, value: string): Html {
  return html`<div class="copy">
    <label><span>${label}</span><input type="text" readonly value="${value}" /></label>
    <button class="button" type="button" data-copy data-waits>
      <span data-copy-label>${messages.kit.copy}</span> <span class="visually-hidden">${label}</span>
    </button>
  </div> `
}
