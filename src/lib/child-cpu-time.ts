import { readFileSync } from 'node:fs'

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

/** Starts to watch the processor time of a child; the function tells, once it has ended, whether `maxSeconds` are used up. */
export function watchCpuLimit(maxSeconds: number): () => boolean {
  const before = childCpuSeconds()
  // Less one second: the kernel and /proc do not round alike.
  return () => childCpuSeconds() - before >= Math.ceil(maxSeconds) - 1
}
