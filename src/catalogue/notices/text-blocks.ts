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
   * A text with its placeholders filled in; '' where the operator emptied it. `translate` gives the text that ships with
   * the program in another language; what an operator wrote has no translation.
   */
  text(
    name: string,
    values: Readonly<Record<string, string>>,
    translate: (text: string) => string = (text) => text,
  ): string {
    return fillPlaceholders(translate(this.#raw(name)), values)
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
    const text =
      this.#files.read(name) ?? (Object.hasOwn(this.#defaults, name) ? this.#defaults[name] : undefined)
    return (text ?? '').replaceAll('\r\n', '\n').trim()
  }
}

/** Names in braces that have no value stay as they are. A value is not looked at again. */
function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(?<name>\w{1,30})\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}
