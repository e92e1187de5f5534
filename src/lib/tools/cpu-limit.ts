import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Of the kernel's clock in /proc, on every Linux machine. */
const ticksPerSecond = 100
/** Counted from the state, which follows the name of the program: user and system time of children that have ended. */
const fields = [13, 14]

/** Processor seconds that the ended children of this process have used, with theirs; NaN where /proc does not tell. */
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
 * How near a child that has ended was to the limit of its processor time. `reached`: it used that time up. `possible`: it
 * may have, by the time that passed; more is not known of a child in a sandbox, since bubblewrap does not pass on what its
 * children used.
 */
export type CpuLimitState = 'reached' | 'possible' | 'not reached'

/** Starts to watch the processor time of a child, which may use `maxSeconds`; the function is called once it has ended. */
export function watchCpuLimit(maxSeconds: number): () => CpuLimitState {
  const before = childCpuSeconds()
  const startedMs = performance.now()
  // Less one second: the kernel and /proc do not round alike.
  const limitSeconds = Math.ceil(maxSeconds) - 1
  return () => {
    if (childCpuSeconds() - before >= limitSeconds) return 'reached'
    const passedSeconds = (performance.now() - startedMs) / 1000
    return passedSeconds * availableParallelism() >= limitSeconds ? 'possible' : 'not reached'
  }
}
