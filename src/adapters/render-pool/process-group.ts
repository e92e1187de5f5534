import { readdir, readFile } from 'node:fs/promises'

/**
 * Whether a process group still has a living process. Zombies do not count where /proc shows them.
 */
export async function isGroupAlive(group: number): Promise<boolean> {
  if (!exists(group)) return false
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/.test(name))
  if (pids.length === 0) return true
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')))
  return stats.some((stat) => {
    // After the name, in which anything may be: the state, the parent and the group.
    const [state = '', , own] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(own) === group && !'ZX'.includes(state)
  })
}

function exists(group: number): boolean {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}
