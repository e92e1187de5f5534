import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { makeFolder } from '../rendering/rendering.ts'

const isRoot = process.getuid?.() === 0
const unshare = [
  'unshare',
  ...(isRoot ? [] : ['--user', '--map-root-user']),
  '--mount',
  '--propagation',
  'private',
]
const enter = ['nsenter', ...(isRoot ? [] : ['--user', '--preserve-credentials']), '--mount']

/** The reason that a process cannot have a copy of /etc in mounts of its own here; undefined if it can. */
export function whyNoOwnEtc(): string | undefined {
  try {
    execFileSync(unshare[0]!, [...unshare.slice(1), 'mount', '--bind', '/etc', '/etc'], { stdio: 'pipe' })
    return undefined
  } catch (error) {
    return `no mounts of one's own here: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** The command that runs the one after it with a copy of /etc in place of the host's. */
export async function insideOwnEtc(t: Parameters<typeof makeFolder>[0]): Promise<string[]> {
  const etc = join(await makeFolder(t), 'etc')
  // Nobody else needs the files that only root may read.
  spawnSync('cp', ['-a', '/etc', etc], { stdio: 'pipe' })
  return [...unshare, 'sh', '-c', `mount --bind ${etc} /etc && exec "$@"`, 'sh']
}

/** Runs a shell script in the mounts of the process. */
export function runAlongside(pid: number, script: string): void {
  const [command, ...args] = [...enter, '--target', String(pid), 'sh', '-c', script]
  execFileSync(command, args, { stdio: 'pipe' })
}
