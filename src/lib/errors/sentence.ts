/** A sentence, or a function that inserts its values. */
type Sentence = string | ((values: never) => string)

type ValuesOf<S> = S extends (values: infer Values) => string ? Values : unknown

/** The details of a table of sentences, each with the values of its sentence. */
export type TextOf<Table> = {
  [Detail in keyof Table & string]: { detail: Detail } & ValuesOf<Table[Detail]>
}[keyof Table & string]

/** Formats the sentence of a table, which may be in another language. */
export function formatSentence<Table extends Record<string, Sentence>>(
  table: Table,
  text: TextOf<Table>,
): string {
  const sentence: Sentence = table[text.detail] ?? ''
  // The values belong to the detail.
  return typeof sentence === 'string' ? sentence : sentence(text as never)
}

/** Lists choices that are separated by commas: "a, b or c". */
export function listChoices(choices: string, or: string): string {
  const all = choices.split(',')
  return all.length === 1 ? choices : `${all.slice(0, -1).join(', ')} ${or} ${all.at(-1)}`
}
