/**
 * For a translation: the sentences of the rules in src/options by the English ones, which stand there. `{1}` and so on are the
 * values in them; names of fields are in backticks, in place of which labels are shown.
 */
export const ruleSentences: Readonly<Record<string, string>> = {}
