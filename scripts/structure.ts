import { readdirSync, readFileSync } from 'node:fs'
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
  exports: string[]
  exportedFunctions: string[]
  /** The packages of others that it imports, as they are written. */
  packages: string[]
  /** The files of this program that it imports, as paths; types too. */
  imports: string[]
}

/** Packages that only one folder knows, so that what replaces them is written there. */
const packagesOfFolders = [
  { name: /^@opentelemetry\//, folder: 'src/observe/tracing/' },
  { name: /^prom-client$/, folder: 'src/observe/metrics/' },
]

/** Folders that need no package and nothing else of this program: the encoder is a library of its own. */
const selfContained = ['src/gif/']

/** Every TypeScript file of src that people write. */
export function readSources(): SourceFile[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => join('src', path))
    .filter((path) => path.endsWith('.ts') && !generated.some((part) => path.includes(part)))
    .toSorted()
    .map((path) => readSource(path, readFileSync(join(root, path), 'utf8')))
}

function readSource(path: string, text: string): SourceFile {
  const functions = [...text.matchAll(/^export (?:async )?function\*? (\w+)/gm)]
  const arrows = [...text.matchAll(/^export const (\w+)[^=\n]*= (?:async )?(?:\([^)\n]*\)|\w+)[^=\n]* =>/gm)]
  const others = [...text.matchAll(/^export (?:abstract )?(?:const|let|class|type|interface|enum) (\w+)/gm)]
  // Overloads of a function are one name.
  const exportedFunctions = [...new Set([...functions, ...arrows].map(([, name = '']) => name))]
  return {
    path,
    lines: text.split('\n').length - 1,
    exports: [...new Set([...exportedFunctions, ...others.map(([, name = '']) => name)])],
    exportedFunctions,
    packages: importsIn(text).filter((name) => !/^[.#]/.test(name)),
    imports: importsIn(text)
      .filter((name) => /^[.#]/.test(name))
      .map((name) => (name.startsWith('#') ? name.slice(1) : join(dirname(path), name))),
  }
}

/** What a file imports, as it is written. */
function importsIn(text: string): string[] {
  return [...text.matchAll(/\b(?:from |import |import\()'([^']+)'/g)].map(([, name = '']) => name)
}

/** A sentence for each import of a self-contained folder that leads out of it. */
export function outsideImports(files: SourceFile[]): string[] {
  return selfContained.flatMap((folder) =>
    files
      .filter(({ path }) => path.startsWith(folder))
      .flatMap(({ path, packages, imports }) =>
        [...packages, ...imports.filter((imported) => !imported.startsWith(folder))].map(
          (imported) => `${path} imports ${imported}, and ${folder} imports nothing from outside`,
        ),
      ),
  )
}

/** A sentence for each import of a package that another folder is there for. */
export function strayImports(files: SourceFile[]): string[] {
  return files.flatMap(({ path, packages }) =>
    packagesOfFolders
      .filter(({ name, folder }) => !path.startsWith(folder) && packages.some((used) => name.test(used)))
      .map(({ folder }) => `${path} imports what only ${folder} may`),
  )
}

/** A sentence for each file that is too long. */
export function longFiles(files: SourceFile[]): string[] {
  return files
    .filter(({ lines }) => lines > maxLines)
    .map(({ path, lines }) => `${path} has ${lines} lines, more than ${maxLines}`)
}

/** The figures that a restructuring is compared by. */
export function structureStatistics(files: SourceFile[]): Record<string, number> {
  const lines = files.map((file) => file.lines).toSorted((a, b) => a - b)
  const percentile = (share: number) => lines[Math.ceil(share * lines.length) - 1] ?? 0
  return {
    files: files.length,
    lines: lines.reduce((sum, count) => sum + count, 0),
    'median lines': percentile(0.5),
    '95th percentile of lines': percentile(0.95),
    'exported names': files.flatMap((file) => file.exports).length,
    'files of at most 30 lines': lines.filter((count) => count <= 30).length,
    'files of at most 15 lines': lines.filter((count) => count <= 15).length,
  }
}
