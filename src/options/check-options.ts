import type { OptionTable, Problem, RuleContext } from './option.ts'

/** Returns the first rule that the values break together, in the order of the table. */
export function optionProblem(
  table: OptionTable,
  values: Readonly<Record<string, unknown>>,
  context: RuleContext,
): Problem | null {
  for (const [key, option] of Object.entries(table)) {
    // The value belongs to the option of that name.
    const check = option.check as ((value: unknown, context: RuleContext) => string | null) | undefined
    const message = values[key] === null ? null : check?.(values[key], context)
    if (message) return { field: option.name, message }
  }
  return null
}
