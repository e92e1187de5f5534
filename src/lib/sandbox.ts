import { execFile } from 'node:child_process'
import { readlink, realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from './find-program.ts'

const run = promisify(execFile)

/** `auto`: a sandbox where there is one; `require`: no work without; `off`: none. */
export type SandboxMode = 'auto' | 'require' | 'off'

/** What a program in the sandbox may reach, besides the system's own programs and libraries. */
export type Room = {
  /** Files and folders that it may read, at the same place inside. */
  readable: string[]
  /** The one folder that it may write, and where that is inside. */
  folder: string
  folderInside: string
  /** True leaves it the network of whoever starts it. */
  network?: boolean
  /** True forbids it user namespaces of its own, and with them a sandbox inside. */
  innermost?: boolean
}

/** Gives the words that go before a command, so that it runs in a room of its own. */
export type Sandbox = (room: Room) => string[]

/** Read by everything that runs on this machine: programs, libraries, fonts. No settings, no homes, no data. */
const systemPaths = [
  ...['/usr', '/nix/store', '/gnu/store', '/etc/alternatives', '/etc/ld.so.cache'],
  ...['/etc/fonts', '/var/cache/fontconfig'],
]
const oldSystemPaths = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']

/** Any but 0: the kernel gives the number 0 less freedom to make a second sandbox inside the first. */
const userInside = '1000'

/**
 * The sandbox of this machine, which is bubblewrap, looked for in the folders of `searchPath`. Undefined where it is
 * not installed; whether it may be used is known only by using it.
 */
export async function findSandbox(searchPath: string): Promise<Sandbox | undefined> {
  const program = await findProgram('bwrap', searchPath)
  if (program === undefined) return undefined
  const system = [
    ...systemPaths.flatMap((path) => ['--ro-bind-try', path, path]),
    ...(await Promise.all(oldSystemPaths.map(oldSystemPath))).flat(),
  ]
  return ({ readable, folder, folderInside, network = false, innermost = false }) => [
    program,
    ...['--unshare-all', '--unshare-user', ...(network ? ['--share-net'] : [])],
    ...['--die-with-parent', '--cap-drop', 'ALL', '--uid', userInside, '--gid', userInside],
    // A second sandbox inside looks into /proc and begins its work in /tmp.
    ...(innermost ? ['--disable-userns'] : ['--proc', '/proc', '--dir', '/tmp']),
    ...['--dev', '/dev', ...system, ...readable.flatMap((path) => ['--ro-bind-try', path, path])],
    ...['--bind', folder, folderInside, '--chdir', folderInside],
    // What is held in memory would count for nobody: the folder is all that can be written.
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--'],
  ]
}

/** The folders that programs are in, as the search path names them and where links lead; for `Room.readable`. */
export async function foldersOfPrograms(names: string[], searchPath: string): Promise<string[]> {
  const found = await Promise.all(names.map((name) => findProgram(name, searchPath)))
  const paths = found.filter((path) => path !== undefined)
  const real = await Promise.all(paths.map((path) => realpath(path)))
  const folders = [...paths, ...real].map((path) => dirname(path))
  return [...new Set(folders)].filter((folder) => !systemPaths.some((path) => isInside(folder, path)))
}

/** Runs a command, with nothing to read, to see whether it works; gives undefined, or the first line of what it complained of. */
export async function whyNot(
  [program = '', ...args]: string[],
  env?: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const running = run(program, args, { timeout: tryMs, killSignal: 'SIGKILL', ...(env && { env }) })
  running.child.stdin?.end()
  return running.then(
    () => undefined,
    (error: unknown) => {
      const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
      return said.split('\n')[0] || 'it ends with an error and says nothing'
    },
  )
}

const tryMs = 20_000

/** Where `/usr` holds everything, these are links into it. */
async function oldSystemPath(path: string): Promise<string[]> {
  const target = await readlink(path).catch(() => undefined)
  return target === undefined ? ['--ro-bind-try', path, path] : ['--symlink', target, path]
}

function isInside(folder: string, path: string): boolean {
  return (
    folder === path || folder.startsWith(`${path}/`) || oldSystemPaths.some((old) => folder.startsWith(old))
  )
}
