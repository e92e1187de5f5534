import { readFileSync } from 'node:fs'

/**
 * The prefix of this process's temporary folders: its pid and start time, since pids are soon reused on systems that
 * start many processes and threads.
 */
export const ownPrefix = `${process.pid}.${startOf(process.pid)}-`

/** Returns the owner of a temporary folder, by its name: this process, another running one, or one that has ended. */
export function ownerOfFolder(name: string): 'this' | 'another' | 'gone' {
  if (name.startsWith(ownPrefix)) return 'this'
  const [, number = '0', start = '0'] = /^(\d+)(?:\.(\d+))?-/.exec(name) ?? []
  const pid = Number(number)
  // If the system does not provide start times, the pid must suffice.
  const isSame = start === '0' || startOf(pid) === start
  return pid > 0 && isSame && isAlive(pid) ? 'another' : 'gone'
}

/** Returns the start time of a process or thread, in ticks since boot; 0 if unknown. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name, in parentheses, can contain anything. proc(5): the start time is field 22, the 20th after it.
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
