import { readlink } from 'node:fs/promises'
import { findProgram } from '../tools/find-program.ts'
import {
  type CommandPrefix,
  filterDescriptor,
  hasFilter,
  type SeccompFilter,
  whyNot,
} from './prefixed-command.ts'
import { oldSystemPaths, systemFolders, systemSettings } from './sandbox-paths.ts'

/** `auto`: a sandbox where there is one; `require`: no work without; `off`: none. */
export type SandboxMode = 'auto' | 'require' | 'off'

/** What a program in the sandbox may reach, besides the system's own programs and libraries. */
export type SandboxSpec = {
  /** Files and folders that it may read, at the same place inside. */
  readable: string[]
  /** The one folder that it may write, and where that is inside. */
  folder: string
  folderInside: string
  /** True leaves it the network of whoever starts it. */
  network?: boolean
  /**
   * For what reads untrusted input, and starts no sandbox itself: no user namespaces, no `/proc` (where it would find
   * bubblewrap's own process, which is under no filter), and a filter of system calls.
   */
  innermost?: SeccompFilter | undefined
  /**
   * True for one that is started in another sandbox, and sees no more than that. What is `readable` are folders then: a
   * file that was replaced outside since the outer one began is still there, but cannot be bound again, while a folder
   * that the outer one made for it brings it along.
   */
  nested?: boolean
}

/** The sandbox of a machine. */
export type Sandbox = {
  /** What goes before a command, so that it runs in a sandbox. */
  prefix(spec: SandboxSpec): CommandPrefix
  /** What an innermost sandbox lacks here, each with the reason. */
  missing: string[]
}

/** Any but 0: the kernel gives the number 0 less freedom to make a second sandbox inside the first. */
const userInside = '1000'
const unshared = ['--unshare-all', '--unshare-user']
const noNamespaces = '--disable-userns'

/**
 * The sandbox of this machine, which is bubblewrap, looked for in the folders of `searchPath`. Undefined where it is
 * not installed; whether it may be used is known only by using it.
 */
export async function findSandbox(searchPath: string): Promise<Sandbox | undefined> {
  const program = await findProgram('bwrap', searchPath)
  if (program === undefined) return undefined
  const { namespaces, filter } = await findMissing(program, searchPath)
  const links = (await Promise.all(oldSystemPaths.map(oldSystemPath))).flat()
  return {
    missing: [namespaces, filter].filter((sentence) => sentence !== undefined),
    prefix({ readable, folder, folderInside, network = false, innermost, nested = false }) {
      const filterHere = filter === undefined ? innermost : undefined
      const settings = nested ? ['/etc'] : systemSettings
      const shown = [...systemFolders, ...settings, ...readable]
      const args = [
        program,
        ...[...unshared, ...(network ? ['--share-net'] : [])],
        ...['--die-with-parent', '--cap-drop', 'ALL', '--uid', userInside, '--gid', userInside],
        // A second sandbox inside looks into /proc and begins its work in /tmp.
        ...(innermost === undefined ? ['--proc', '/proc', '--dir', '/tmp'] : []),
        ...(innermost !== undefined && namespaces === undefined ? [noNamespaces] : []),
        ...(filterHere === undefined ? [] : ['--seccomp', String(filterDescriptor)]),
        ...['--dev', '/dev', ...links, ...shown.flatMap((path) => ['--ro-bind-try', path, path])],
        ...['--bind', folder, folderInside, '--chdir', folderInside],
        // What is held in memory would count for nobody: the folder is all that can be written.
        ...['--remount-ro', '/dev', '--remount-ro', '/', '--'],
      ]
      return { args, filter: filterHere }
    },
  }
}

type Missing = { namespaces: string | undefined; filter: string | undefined }

/** The end of a sentence about a sandbox: what is wrong with it, or nothing. */
export function sandboxFaults(sandbox: Pick<Sandbox, 'missing'>, others: string[] = []): string {
  const faults = [...others, ...sandbox.missing.map((what) => `without ${what}`)]
  return faults.length === 0 ? '' : `, but ${faults.join(' and ')}`
}

/** What this bubblewrap or this kernel cannot do. Nothing where bubblewrap does not work at all. */
async function findMissing(program: string, searchPath: string): Promise<Missing> {
  const tryWith = (options: string[], filter?: SeccompFilter) =>
    whyNot({ args: [program, ...unshared, ...options, '--ro-bind', '/', '/', '--'], filter }, ['true'], {
      PATH: searchPath,
    })
  const [usable, namespaces, filter] = await Promise.all([
    tryWith([]),
    tryWith([noNamespaces]),
    hasFilter()
      ? tryWith(['--seccomp', String(filterDescriptor)], 'decoder')
      : `there is none for ${process.arch}`,
  ])
  if (usable !== undefined) return { namespaces: undefined, filter: undefined }
  return {
    namespaces: namespaces === undefined ? undefined : `${noNamespaces} (${namespaces})`,
    filter: filter === undefined ? undefined : `a filter of system calls (${filter})`,
  }
}

/** Where `/usr` holds everything, these are links into it. */
async function oldSystemPath(path: string): Promise<string[]> {
  const target = await readlink(path).catch(() => undefined)
  return target === undefined ? ['--ro-bind-try', path, path] : ['--symlink', target, path]
}
