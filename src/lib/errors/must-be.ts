import { type ErrorText, formatEnglish } from './error-text.ts'

type Named = Extract<ErrorText, { detail: `mustBe${string}`; name: string }>

type WithoutName<Text> = Text extends unknown ? Omit<Text, 'name'> : never

/** The rule of a value in its schema, in `x-must-be`: the text of its error without the name of the value. */
export type MustBe = WithoutName<Named>

/** Returns the rule of the value of this name as the text of an error. */
export function mustBeText(mustBe: MustBe, name: string): Named {
  return { ...mustBe, name }
}

const name = 'value'

/** Returns the rule in English as a part of a description: "a data-URL or, in multipart, a file part". */
export function describeForm(mustBe: MustBe): string {
  return formatEnglish(mustBeText(mustBe, name)).slice(`\`${name}\` must be `.length, -1)
}
