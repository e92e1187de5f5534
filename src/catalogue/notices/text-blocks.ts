/** The small text files of a folder of the operator's, as they are now. */
export interface TextFiles {
  /** The names of the files without their ending, in order. */
  names(): readonly string[]
  /** Null where there is no such file. */
  read(name: string): string | null
}

/** A text that a decision may begin as. */
export type DecisionText = { name: string; label: string; text: string }

const decisionPrefix = 'decision-'

/**
 * The texts that an operator adapts: a file wins over the text that ships with the program. Each is plain text with
 * placeholders in braces. In those of decisions the first line is what operators choose it by; further files
 * `decision-…` are further choices.
 */
export class TextBlocks {
  readonly #files: TextFiles
  readonly #defaults: Readonly<Record<string, string>>

  constructor(files: TextFiles, defaults: Readonly<Record<string, string>>) {
    this.#files = files
    this.#defaults = defaults
  }

  /**
   * A text with its placeholders filled in; '' where the operator emptied it. `shipped` are the texts that ship
   * with the program in another language; what an operator wrote has no translation.
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

  /** The prepared texts for decisions. */
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

/** Names in braces that have no value stay as they are. A value is not looked at again. */
function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(?<name>\w{1,30})\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}
