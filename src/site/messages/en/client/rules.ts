/**
 * For translations: the rules' sentences in src/options by their English texts. `{1}` and so on are values in them;
 * field names are in backticks, and replaced by labels.
 */
export const ruleSentences: Readonly<Record<string, string>> = {}
