import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const maxLines = 500
/** Generated, or run by something that prescribes the names. */
const generated = [
  'src/gif/assembly/',
  'src/gif/kernels/assembly/',
  'kernels-module.ts',
  'seccomp-filters.ts',
]

export type SourceFile = {
  path: string
  lines: number
  /** The packages of others that it imports, as they are written. */
  packages: string[]
  /** The files of this program that it imports, as paths; types too. */
  imports: string[]
}

/** Every TypeScript file of src that people write. */
export function readSources(): SourceFile[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => join('src', path))
    .filter((path) => path.endsWith('.ts') && !generated.some((part) => path.includes(part)))
    .toSorted()
    .map((path) => readSource(path, readFileSync(join(root, path), 'utf8')))
}

function readSource(path: string, text: string): SourceFile {
  return {
    path,
    lines: text.split('\n').length - 1,
    packages: importsIn(text).filter((name) => !/^[.#]/.test(name)),
    imports: importsIn(text)
      .filter((name) => /^[.#]/.test(name))
      .map((name) => (name.startsWith('#') ? name.slice(1) : join(dirname(path), name))),
  }
}

/** The specifiers that a file imports. */
function importsIn(text: string): string[] {
  return [...text.matchAll(/\b(?:from |import |import\()'([^']+)'/g)].map(([, name = '']) => name)
}

/** A sentence for each file that is too long. */
export function longFiles(files: SourceFile[]): string[] {
  return files
    .filter(({ lines }) => lines > maxLines)
    .map(({ path, lines }) => `${path} has ${lines} lines, more than ${maxLines}`)
}

/** Returns a sentence for each file or folder that a table of docs/architecture.md names and that does not exist. */
export function missingPaths(): string[] {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| '))
  return rows
    .flatMap((row) => [...row.matchAll(/`([a-z][\w-]*\/[\w./-]*)`/g)].map(([, path = '']) => path))
    .filter((path) => !existsSync(join(root, 'src', path)) && !existsSync(join(root, path)))
    .map((path) => `docs/architecture.md names ${path}, which does not exist`)
}

/** The figures that a restructuring is compared by; the texts of the site are not counted. */
export function structureStatistics(all: SourceFile[]): Record<string, number> {
  const files = all.filter(({ path }) => !path.startsWith('src/site/messages/'))
  const lines = files.map((file) => file.lines).toSorted((a, b) => a - b)
  const percentile = (share: number) => lines[Math.ceil(share * lines.length) - 1] ?? 0
  const importers = Map.groupBy(
    files.flatMap(({ imports }) => [...new Set(imports)]),
    (path) => path,
  )
  const text = files.map(({ path }) => readFileSync(join(root, path), 'utf8')).join('\n')
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return {
    files: files.length,
    lines: lines.reduce((sum, one) => sum + one, 0),
    'median lines': percentile(0.5),
    '95th percentile of lines': percentile(0.95),
    'files of at most 15 lines': lines.filter((one) => one <= 15).length,
    'files of at most 40 lines with one importer': files.filter(
      (file) => file.lines <= 40 && importers.get(file.path)?.length === 1,
    ).length,
    'exported interfaces with at most one implementation': [...text.matchAll(/^export interface (\w+)/gm)]
      .map(([, name = '']) => name)
      .filter(
        (name) => count(new RegExp(`\\bimplements [^{]*\\b${name}\\b|\\): ${name} (?:\\{|=>)`, 'g')) < 2,
      ).length,
    'Pick<': count(/\bPick</g),
    'types called …Deps': count(/^(?:export )?type \w+Deps\b/gm),
    'top folders': new Set(
      files.map(({ path }) => path.split('/').slice(0, 2).join('/')).filter((path) => !path.endsWith('.ts')),
    ).size,
  }
}
