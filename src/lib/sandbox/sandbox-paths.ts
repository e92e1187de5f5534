import { readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { findProgram } from '../tools/find-program.ts'
import { isWithin } from '../disk/real-path.ts'

/**
 * The paths that programs need on any machine: programs, libraries and fonts; no settings, home folders or data.
 * Folders, not files, so that files replaced by a package manager are found again.
 */
export const systemFolders = [
  ...['/usr/bin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libx32'],
  ...['/usr/local/bin', '/usr/local/lib', '/usr/local/lib64'],
  ...['/usr/share/fonts', '/usr/share/fontconfig', '/usr/local/share/fonts', '/var/cache/fontconfig'],
  ...['/nix/store', '/gnu/store'],
]
export const systemSettings = ['/etc/alternatives', '/etc/fonts', '/etc/ld.so.cache']
/** Links into `/usr`, or folders on systems without a merged /usr. */
export const legacySystemPaths = ['/bin', '/lib', '/lib32', '/lib64', '/libx32']

const maxLinks = 10

/**
 * Returns the files that programs outside the system's folders need: each program's file, under every name of its chain
 * of links, and the libraries next to its `bin` folder. Programs that are not on the search path are omitted.
 */
export async function filesOfPrograms(names: string[], searchPath: string): Promise<string[]> {
  const found = await Promise.all(names.map((name) => findProgram(name, searchPath)))
  const paths = found.filter((path) => path !== undefined)
  const files = (await Promise.all(paths.map(linksTo))).flat().filter((path) => !isSystemPath(path))
  const libraries = await Promise.all(files.flatMap(librariesBeside).map(existing))
  return [...new Set([...files, ...libraries.flat()])]
}

/** Returns the folders among the paths, and the parent folders of the files among them. */
export async function foldersAround(paths: string[]): Promise<string[]> {
  const folders = await Promise.all(
    paths.map(async (path) => ((await stat(path)).isDirectory() ? path : dirname(path))),
  )
  return [...new Set(folders)]
}

/** Returns every path of the chain of links from `path` to its file. */
async function linksTo(path: string): Promise<string[]> {
  const steps = [path]
  for (let step = path; steps.length <= maxLinks; steps.push(step)) {
    const next = await readlink(step).catch(() => undefined)
    if (next === undefined) break
    step = resolve(dirname(step), next)
  }
  return [...steps, await realpath(path).catch(() => path)]
}

/** Returns true if a path is in a folder that every sandbox sees. */
function isSystemPath(path: string): boolean {
  return [...systemFolders, ...legacySystemPaths].some((folder) => isWithin(path, folder))
}

/** Returns the libraries next to a program's `bin` folder, and the marker of a Python virtual environment. */
function librariesBeside(path: string): string[] {
  const folder = dirname(path)
  if (basename(folder) !== 'bin') return []
  return ['lib', 'lib64', 'pyvenv.cfg'].map((name) => join(dirname(folder), name))
}

async function existing(path: string): Promise<string[]> {
  return stat(path).then(
    () => [path],
    () => [],
  )
}
