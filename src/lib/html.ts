/** A value in a template: markup is kept, text is escaped, lists are joined; null, undefined and false are empty. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[]

let trust: (markup: string) => Html

/** Markup that is safe to send. Only `html` and `json` create it, so unescaped text cannot get in. */
export class Html {
  readonly #markup: string

  private constructor(markup: string) {
    this.#markup = markup
  }

  static {
    trust = (markup) => new Html(markup)
  }

  toString(): string {
    return this.#markup
  }
}

/**
 * Builds markup from a template whose values are escaped for text and for quoted attributes. Attributes must be quoted.
 * Never put a value into a script, a style or an attribute that holds code, nor an untrusted address into `href` or
 * `src`.
 */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return trust(parts.reduce((markup, part, index) => markup + markupOf(values[index - 1]) + part))
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function markupOf(value: HtmlValue): string {
  if (value instanceof Html) return value.toString()
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'object') return value.map(markupOf).join('')
  return String(value).replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

/** Returns a text for XML, which cannot represent most control characters. */
export function xmlText(text: string): Html {
  const writable = text.toWellFormed().replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
  return html`${writable}`
}
