/** Runs each step to its end, in order, also after one that failed; then throws what the first of those threw. */
export async function runEach(steps: (() => Promise<void>)[]): Promise<void> {
  const faults: unknown[] = []
  for (const step of steps) await step().catch((fault: unknown) => faults.push(fault))
  if (faults.length > 0) throw faults[0]
}
