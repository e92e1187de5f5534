export type CleanUp = { after(action: () => Promise<void>): void }

const actions = new WeakMap<CleanUp, (() => void | Promise<void>)[]>()

/**
 * Runs an action when the test ends: the last added first, so that a process ends before its folder is removed, and
 * each of them even if others fail. Hooks of `t.after` run the other way round, and end with the first failure.
 */
export function cleanUp(t: CleanUp, action: () => void | Promise<void>): void {
  const added = actions.get(t)
  if (added !== undefined) return void added.push(action)
  const all = [action]
  actions.set(t, all)
  t.after(async () => {
    const faults: unknown[] = []
    for (const one of all.toReversed()) {
      try {
        await one()
      } catch (error) {
        faults.push(error)
      }
    }
    if (faults.length > 0)
      throw faults.length === 1 ? faults[0] : new AggregateError(faults, 'Cleaning up failed')
  })
}
