import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** The unit of times in /proc, on every Linux machine. */
const ticksPerSecond = 100
/** User and system time of ended children, counted from the state field, which follows the program's name. */
const fields = [13, 14]

/** Returns the CPU seconds of this process's ended children and their descendants; NaN without /proc. */
function childCpuSeconds(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.reduce((sum, field) => sum + Number(values[field]), 0) / ticksPerSecond
  } catch {
    return Number.NaN
  }
}

/**
 * The CPU time of an ended child. `reached`: it used up its limit. `possible`: it may have, by the elapsed time; more
 * is not known about a child in a sandbox, since bubblewrap does not pass on the CPU time of its children.
 */
export type CpuLimitState = 'reached' | 'possible' | 'not reached'

/** Starts measuring the CPU time of a child, limited to `maxSeconds`; call the returned function once it has ended. */
export function watchCpuLimit(maxSeconds: number): () => CpuLimitState {
  const before = childCpuSeconds()
  const startedMs = performance.now()
  // Minus one second: the kernel and /proc round differently.
  const limitSeconds = Math.ceil(maxSeconds) - 1
  return () => {
    if (childCpuSeconds() - before >= limitSeconds) return 'reached'
    const passedSeconds = (performance.now() - startedMs) / 1000
    return passedSeconds * availableParallelism() >= limitSeconds ? 'possible' : 'not reached'
  }
}
