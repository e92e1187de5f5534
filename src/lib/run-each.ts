/** Runs all steps in order, even after one failed; then throws the first error. */
export async function runEach(steps: (() => Promise<void>)[]): Promise<void> {
  const faults: unknown[] = []
  for (const step of steps) await step().catch((fault: unknown) => faults.push(fault))
  if (faults.length > 0) throw faults[0]
}
