import { type Html, type HtmlValue, html } from '../../lib/html.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import type { CallValue, ValueSchema } from './api-reference.ts'

const whole = new Intl.NumberFormat('en')

/** A text of the document, with its backticks turned into code elements. */
export function withCode(text: string): HtmlValue {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}

/** The values that a call takes, each with its type, bounds and meaning. */
export function valueList({ messages }: SiteView, values: readonly CallValue[]): Html {
  const texts = messages.developers.reference
  return html`<dl class="values">
    ${values.map(
      ({ name, place, isRequired, schema }) =>
        html`<div>
          <dt>
            <code>${name}</code> ${isRequired && html`<span class="badge">${texts.required}</span>`}
            <span class="soft">${typeOf(schema)}${place === 'path' && `, ${texts.inPath}`}</span>
          </dt>
          ${schema.description !== undefined && html`<dd>${withCode(schema.description)}</dd>`}
          ${boundsOf(schema) !== '' && html`<dd class="soft">${boundsOf(schema)}</dd>`}
        </div>`,
    )}
  </dl>`
}

/** The structure of an answer, including nested values. */
export function answerShape(schema: ValueSchema): Html | null {
  const inner = schema.type === 'array' ? schema.items : schema
  const properties = Object.entries(inner?.properties ?? {})
  if (properties.length === 0) return null
  return html`<ul class="shape">
    ${properties.map(
      ([name, value]) =>
        html`<li>
          <code>${name}</code> <span class="soft">${typeOf(value)}</span>
          ${value.enum === undefined && withCode(value.description ?? '')} ${answerShape(value)}
        </li>`,
    )}
  </ul>`
}

function typeOf({ type, items, format, 'x-upload': isUpload }: ValueSchema): string {
  if (isUpload === true) return 'file'
  if (type === 'array') return items === undefined ? 'list' : `list of ${typeOf(items)}`
  return format === undefined ? (type ?? '') : `${type}, ${format}`
}

function boundsOf({ enum: choices, minimum, maximum, maxLength, default: given }: ValueSchema): string {
  const number = (value: number) => whole.format(value)
  const bounds = [
    ...(choices === undefined ? [] : [choices.join(', ')]),
    ...(minimum !== undefined && maximum !== undefined ? [`${number(minimum)} to ${number(maximum)}`] : []),
    ...(minimum !== undefined && maximum === undefined ? [`at least ${number(minimum)}`] : []),
    ...(maxLength === undefined ? [] : [`up to ${number(maxLength)} characters`]),
    ...(isPlain(given) ? [`default ${String(given)}`] : []),
  ]
  return bounds.join('; ')
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
