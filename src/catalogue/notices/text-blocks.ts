/** The current small text files in a folder of the operator's. */
export interface TextFiles {
  /** Returns the names of the files without their extension, in order. */
  names(): readonly string[]
  /** Returns null if there is no such file. */
  read(name: string): string | null
}

/** A text that a decision may start from. */
export type DecisionText = { name: string; label: string; text: string }

const decisionPrefix = 'decision-'

/**
 * The texts that an operator can adapt: a file takes precedence over the text that ships with the program. Each is
 * plain text with placeholders in braces. In a decision's text, the first line is its label for operators; additional
 * files `decision-…` are additional choices.
 */
export class TextBlocks {
  readonly #files: TextFiles
  readonly #defaults: Readonly<Record<string, string>>

  constructor(files: TextFiles, defaults: Readonly<Record<string, string>>) {
    this.#files = files
    this.#defaults = defaults
  }

  /**
   * Returns a text with its placeholders filled in; '' if the operator emptied it. `shipped` are the texts that ship
   * with the program in another language; the operator's own texts have no translation.
   */
  text(
    name: string,
    values: Readonly<Record<string, string>>,
    shipped: Readonly<Record<string, string>> = this.#defaults,
  ): string {
    const own = this.#raw(name)
    const translated = Object.hasOwn(shipped, name) ? shipped[name] : undefined
    return fillPlaceholders(own === this.#default(name) ? (translated ?? own) : own, values)
  }

  /** Returns the prepared texts for decisions. */
  decisions(values: Readonly<Record<string, string>>): DecisionText[] {
    const names = new Set([...Object.keys(this.#defaults), ...this.#files.names()])
    return [...names]
      .filter((name) => name.startsWith(decisionPrefix))
      .flatMap((name) => {
        const [label = '', ...lines] = fillPlaceholders(this.#raw(name), values).split('\n')
        const text = lines.join('\n').trim()
        return label === '' || text === '' ? [] : [{ name: name.slice(decisionPrefix.length), label, text }]
      })
  }

  #raw(name: string): string {
    return clean(this.#files.read(name)) ?? this.#default(name)
  }

  #default(name: string): string {
    return (Object.hasOwn(this.#defaults, name) ? clean(this.#defaults[name]) : null) ?? ''
  }
}

function clean(text: string | null | undefined): string | null {
  return text?.replaceAll('\r\n', '\n').trim() ?? null
}

/** Fills in placeholders once; names in braces without a value stay as they are. */
function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(?<name>\w{1,30})\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}
