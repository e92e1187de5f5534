import { readFileSync } from 'node:fs'

/**
 * What the names of this process's temporary folders begin with: its number, and when it began, since numbers are given
 * again soon where many processes and threads start.
 */
export const ownPrefix = `${process.pid}.${startOf(process.pid)}-`

/** Whose folder this is by its name: of this process, of one that lives, or of one that is gone. */
export function ownerOf(name: string): 'this' | 'another' | 'gone' {
  if (name.startsWith(ownPrefix)) return 'this'
  const [, number = '0', start = '0'] = /^(\d+)(?:\.(\d+))?-/.exec(name) ?? []
  const pid = Number(number)
  // Where the system does not tell when a process began, its number has to do.
  const isSame = start === '0' || startOf(pid) === start
  return pid > 0 && isSame && isAlive(pid) ? 'another' : 'gone'
}

/** When a process, or a thread, began, in ticks since the machine did; 0 where the system does not tell. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in brackets, may hold anything. proc(5): the start is field 22, the 20th behind it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0'
  } catch {
    return '0'
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
