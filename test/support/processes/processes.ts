import { readdir, readFile } from 'node:fs/promises'

type Process = { pid: number; parent: number; group: number; name: string }

/** Every process that lives; zombies have ended. */
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

/** The render processes that a process has: each heads a group of its own, as browsers do. */
export async function renderProcesses(parent: number): Promise<number[]> {
  return (await processes())
    .filter(
      ({ group, name, pid, ...one }) => one.parent === parent && group === pid && !name.startsWith('chrom'),
    )
    .map(({ pid }) => pid)
}

/** The names of those who live in a group. */
export async function groupMembers(group: number): Promise<string[]> {
  return (await processes()).filter((one) => one.group === group).map(({ name }) => name)
}

/** The pids of those in a group that go by a name. */
export async function membersNamed(group: number, name: string): Promise<number[]> {
  return (await processes()).filter((one) => one.group === group && one.name === name).map(({ pid }) => pid)
}

/** How many processes live that have a word among those they were started with. */
export async function processesWith(word: string): Promise<number> {
  const pids = (await processes()).map(({ pid }) => pid)
  const commands = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))
  return (await Promise.all(commands)).filter((command) => command.split('\0').includes(word)).length
}
