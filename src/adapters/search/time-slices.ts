import { setImmediate as nextTurn } from 'node:timers/promises'

/** The maximum time that work on the index may hold the event loop. */
const sliceMs = 2

/**
 * Returns a function to await between small steps: it lets other work of the process run whenever a slice of time is
 * used up.
 */
export function timeSlices(): () => Promise<void> {
  let end = performance.now() + sliceMs
  return async () => {
    if (performance.now() < end) return
    await nextTurn()
    end = performance.now() + sliceMs
  }
}
