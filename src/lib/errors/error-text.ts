import { importErrors } from './import-errors.ts'
import { makingErrors } from './making-errors.ts'
import { requestErrors } from './request-errors.ts'
import { ruleSentences } from './rules.ts'
import type { TextOf } from './sentence.ts'
import { formatSentence } from './sentence.ts'
import { serviceErrors } from './service-errors.ts'
import { sourceErrors } from './source-errors.ts'
import { terminalErrors } from './terminal-errors.ts'

/** The English sentences that a render process may report. */
export const renderSentences = /* @__PURE__ */ join(
  makingErrors,
  ruleSentences,
  /* @__PURE__ */ machineErrors(),
)

/** The English sentences of all errors that the API and the site show. Every language of the site has each of them. */
export const shownErrors = /* @__PURE__ */ join(
  /* @__PURE__ */ join(serviceErrors, requestErrors),
  /* @__PURE__ */ join(sourceErrors, importErrors),
  renderSentences,
)

const sentences = /* @__PURE__ */ join(shownErrors, terminalErrors)

/** The errors of the machine, which its render processes meet as well. */
function machineErrors() {
  const { noDiskSpace, filesOutOfReach, ourFault, somethingWrong } = serviceErrors
  return { noDiskSpace, filesOutOfReach, ourFault, somethingWrong }
}

/** Joins tables. A function, so that a bundler can leave them out of scripts for browsers. */
function join<A, B, C = unknown>(one: A, other: B, third?: C): A & B & C {
  return { ...one, ...other, ...third } as A & B & C
}

/** The stable name of an error case, for programs. The list is public: a name is never changed. */
export type ErrorDetail = keyof typeof sentences

/** A detail with the values of its sentence. */
export type ErrorText = TextOf<typeof sentences>

/** The text of an error that the API and the site show. */
export type ShownText = TextOf<typeof shownErrors>

export type ErrorValues = Readonly<Record<string, string | number>>

/** Formats the sentence in English, for logs, stored rows and the API. */
export function formatEnglish(text: ErrorText): string {
  // Scripts show no English sentences, which are left out of them.
  if (import.meta.inBrowser) return text.detail
  return formatSentence(sentences, text)
}

/**
 * Returns the text of an error from a stored row or another process; undefined if this version has no such detail in
 * `table`, or if its sentence lacks a value.
 */
export function readErrorText(
  detail: unknown,
  values: ErrorValues = {},
  table: object = import.meta.inBrowser ? {} : sentences,
): ErrorText | undefined {
  if (typeof detail !== 'string' || !Object.hasOwn(table, detail)) return undefined
  const text = { ...values, detail } as unknown as ErrorText
  return hasAllValues(text) ? text : undefined
}

/** Returns true if each value is there, has the right type, and is one of its choices if the sentence names them. */
function hasAllValues(text: ErrorText): boolean {
  const missing = 'undefined'
  try {
    const values = Object.values(valuesOf(text))
    return !formatEnglish(text).includes(missing) || values.some((value) => String(value).includes(missing))
  } catch {
    return false
  }
}

/** Returns the values of a text by name. */
export function valuesOf({ detail: _detail, ...values }: ErrorText): ErrorValues {
  return values
}
