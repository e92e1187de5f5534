import { readdir, readFile } from 'node:fs/promises'

type Process = { pid: number; parent: number; group: number; name: string }

/** Every live process; zombies have ended. */
async function processes(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  return stats.flatMap((stat) => {
    const [, pid, name = '', state, parent, group] = /^(\d+) \((.*)\) (\S) (\d+) (\d+)/s.exec(stat) ?? []
    return pid === undefined || state === 'Z'
      ? []
      : [{ pid: Number(pid), parent: Number(parent), group: Number(group), name }]
  })
}

/** The render processes of a process: each heads a group of its own, like in browsers. */
export async function renderProcesses(parent: number): Promise<number[]> {
  return (await processes())
    .filter(
      ({ group, name, pid, ...one }) => one.parent === parent && group === pid && !name.startsWith('chrom'),
    )
    .map(({ pid }) => pid)
}

/** The names of the live processes of a group. */
export async function groupMembers(group: number): Promise<string[]> {
  return (await processes()).filter((one) => one.group === group).map(({ name }) => name)
}

/** The pids of the processes of a group with a given name. */
export async function membersNamed(group: number, name: string): Promise<number[]> {
  return (await processes()).filter((one) => one.group === group && one.name === name).map(({ pid }) => pid)
}

/** The number of live processes with a given word among their arguments. */
export async function processesWith(word: string): Promise<number> {
  const pids = (await processes()).map(({ pid }) => pid)
  const commands = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))
  return (await Promise.all(commands)).filter((command) => command.split('\0').includes(word)).length
}
