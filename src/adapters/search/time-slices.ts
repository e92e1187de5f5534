import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long work on the index may hold the event loop. */
const sliceMs = 2

/** Lets other work of the process run whenever a slice of time is used up; await it between small steps. */
export function timeSlices(): () => Promise<void> {
  let end = performance.now() + sliceMs
  return async () => {
    if (performance.now() < end) return
    await nextTurn()
    end = performance.now() + sliceMs
  }
}
