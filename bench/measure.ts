import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** CPU seconds a process has used; with `children`, those of its ended and awaited children too. */
export function cpuSeconds(pid: number | 'self', children: 'with children' | 'alone' = 'alone'): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = children === 'with children' ? [11, 12, 13, 14] : [11, 12]
  return ticks.reduce((sum, field) => sum + Number(fields[field]), 0) / ticksPerSecond
}

/** CPU seconds of the threads that a process has now, to the nanosecond. */
export function threadSeconds(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]),
  )
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e9
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

/** A table in Markdown, for docs/performance.md. */
export function table(head: string[], rows: (string | number)[][]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
