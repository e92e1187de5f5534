import { readlink } from 'node:fs/promises'
import { findProgram } from '../tools/find-program.ts'
import {
  type CommandPrefix,
  filterDescriptor,
  hasFilter,
  type SeccompFilter,
  whyNot,
} from './prefixed-command.ts'
import { legacySystemPaths, systemFolders, systemSettings } from './sandbox-paths.ts'

/** `auto`: a sandbox if available; `require`: no work without one; `off`: no sandbox. */
export type SandboxMode = 'auto' | 'require' | 'off'

/** The access of a program in the sandbox, in addition to the system's programs and libraries. */
export type SandboxSpec = {
  /** Readable files and folders, under the same path inside. */
  readable: string[]
  /** The only writable folder, and its path inside. */
  folder: string
  folderInside: string
  /** True to keep the network of the parent. */
  network?: boolean
  /**
   * For programs that read untrusted input and start no sandbox themselves: no user namespaces, no `/proc` (which shows
   * bubblewrap's own, unfiltered process), and a system call filter.
   */
  innermost?: SeccompFilter | undefined
  /**
   * True inside another sandbox, whose files it cannot exceed. `readable` must then be folders: a file that was
   * replaced outside since the outer sandbox started cannot be mounted again, but a folder that contains it can.
   */
  nested?: boolean
}

/** The sandbox of a machine. */
export type Sandbox = {
  /** Returns the prefix that runs a command in the sandbox. */
  prefix(spec: SandboxSpec): CommandPrefix
  /** The features that an innermost sandbox lacks here, each with the reason. */
  missing: string[]
}

/** Not 0: the kernel restricts nested sandboxes of uid 0 more. */
const userInside = '1000'
const unshared = ['--unshare-all', '--unshare-user']
const disableUserNamespaces = '--disable-userns'

/**
 * Finds bubblewrap in the folders of `searchPath`. Returns undefined if it is not installed; only using it shows
 * whether it works.
 */
export async function findSandbox(searchPath: string): Promise<Sandbox | undefined> {
  const program = await findProgram('bwrap', searchPath)
  if (program === undefined) return undefined
  const { namespaces, filter } = await findMissing(program, searchPath)
  const links = (await Promise.all(legacySystemPaths.map(legacySystemPath))).flat()
  return {
    missing: [namespaces, filter].filter((sentence) => sentence !== undefined),
    prefix({ readable, folder, folderInside, network = false, innermost, nested = false }) {
      const filterHere = filter === undefined ? innermost : undefined
      const settings = nested ? ['/etc'] : systemSettings
      const visible = [...systemFolders, ...settings, ...readable]
      const args = [
        program,
        ...[...unshared, ...(network ? ['--share-net'] : [])],
        ...['--die-with-parent', '--cap-drop', 'ALL', '--uid', userInside, '--gid', userInside],
        // A nested sandbox reads /proc and starts in /tmp.
        ...(innermost === undefined ? ['--proc', '/proc', '--dir', '/tmp'] : []),
        ...(innermost !== undefined && namespaces === undefined ? [disableUserNamespaces] : []),
        ...(filterHere === undefined ? [] : ['--seccomp', String(filterDescriptor)]),
        ...['--dev', '/dev', ...links, ...visible.flatMap((path) => ['--ro-bind-try', path, path])],
        ...['--bind', folder, folderInside, '--chdir', folderInside],
        // Files in memory would count toward no limit, so only the folder is writable.
        ...['--remount-ro', '/dev', '--remount-ro', '/', '--'],
      ]
      return { args, filter: filterHere }
    },
  }
}

type Missing = { namespaces: string | undefined; filter: string | undefined }

/** Returns the end of a sentence about a sandbox: its faults, or an empty string. */
export function sandboxFaults(sandbox: Pick<Sandbox, 'missing'>, others: string[] = []): string {
  const faults = [...others, ...sandbox.missing.map((what) => `without ${what}`)]
  return faults.length === 0 ? '' : `, but ${faults.join(' and ')}`
}

/** Returns the features that this bubblewrap or kernel lacks; none if bubblewrap does not work at all. */
async function findMissing(program: string, searchPath: string): Promise<Missing> {
  const tryWith = (options: string[], filter?: SeccompFilter) =>
    whyNot({ args: [program, ...unshared, ...options, '--ro-bind', '/', '/', '--'], filter }, ['true'], {
      PATH: searchPath,
    })
  const [usable, namespaces, filter] = await Promise.all([
    tryWith([]),
    tryWith([disableUserNamespaces]),
    hasFilter()
      ? tryWith(['--seccomp', String(filterDescriptor)], 'decoder')
      : `not available for ${process.arch}`,
  ])
  if (usable !== undefined) return { namespaces: undefined, filter: undefined }
  return {
    namespaces: namespaces === undefined ? undefined : `${disableUserNamespaces} (${namespaces})`,
    filter: filter === undefined ? undefined : `a filter of system calls (${filter})`,
  }
}

/** With a merged /usr, these are links into it. */
async function legacySystemPath(path: string): Promise<string[]> {
  const target = await readlink(path).catch(() => undefined)
  return target === undefined ? ['--ro-bind-try', path, path] : ['--symlink', target, path]
}
