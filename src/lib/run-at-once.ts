/**
 * Runs `work` on all items, on `atOnce` of them at a time; starts no more after a failure. Throws the first error, once
 * nothing runs.
 */
export async function runAtOnce<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  try {
    for await (const item of items) {
      const one: Promise<void> = work(item).finally(() => underWay.delete(one))
      underWay.add(one)
      if (underWay.size >= atOnce) await Promise.race(underWay)
    }
    await Promise.all(underWay)
  } finally {
    await Promise.allSettled(underWay)
  }
}

/** Runs all steps in order, even after a failure; then throws the first error. */
export async function runEach(steps: (() => Promise<void>)[]): Promise<void> {
  const faults: unknown[] = []
  for (const step of steps) await step().catch((fault: unknown) => faults.push(fault))
  if (faults.length > 0) throw faults[0]
}
