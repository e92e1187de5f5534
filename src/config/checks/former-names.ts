/**
 * The names that settings had before, and what stands in their place. A setting that is renamed or removed is added here:
 * otherwise an upgrade would drop the operator's value without a word.
 */
export const formerNames: Readonly<Record<string, string>> = {
  REPORTS_PER_MINUTE: 'NOTICES_PER_MINUTE',
}
