import { browserFolders, mayImport, packageFolders } from './import-rules.ts'
import type { SourceFile } from './structure.ts'

/** Returns a sentence for each import that `import-rules.ts` does not allow. */
export function forbiddenImports(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [...wrongFolders(file), ...wrongPackages(file)])
}

function wrongFolders({ path, imports }: SourceFile): string[] {
  const own = rowOf(path)
  if (own === null) return [`${path} lies in a folder without a row in scripts/import-rules.ts`]
  return imports
    .filter((target) => target.startsWith('src/') && !allows(own, target))
    .map((target) => `${path} may not import ${target}: see ${own.folder} in scripts/import-rules.ts`)
}

function wrongPackages({ path, packages }: SourceFile): string[] {
  const runsInBrowsers =
    browserFolders.some((folder) => matches(path, folder)) && !matches(path, 'layers/node')
  return packages
    .filter((name) => (name.startsWith('node:') ? runsInBrowsers : !mayUse(path, name)))
    .map((name) => `${path} may not import ${name}: see scripts/import-rules.ts`)
}

function mayUse(path: string, name: string): boolean {
  const [, known = ''] =
    Object.keys(packageFolders)
      .map((one) => [name === one || name.startsWith(`${one}/`), one] as const)
      .find(([is]) => is) ?? []
  return (packageFolders[known] ?? []).some((folder) => matches(path, folder))
}

/** A row of the table, for the folder that `*` is in it. */
type Row = { folder: string; entries: readonly string[] }

/** The row of the longest path that a file begins with. */
function rowOf(path: string): Row | null {
  const pattern = Object.keys(mayImport)
    .filter((one) => matches(path, one))
    .toSorted((one, other) => depth(other) - depth(one))
    .at(0)
  if (pattern === undefined) return null
  const star = path.split('/')[1 + pattern.split('/').indexOf('*')] ?? ''
  const named = (entry: string) => entry.replace('*', star)
  return { folder: named(pattern), entries: (mayImport[pattern] ?? []).map(named) }
}

function allows({ folder, entries }: Row, target: string): boolean {
  const other = rowOf(target)?.folder
  return other === folder || entries.some((entry) => entry === other || target === `src/${entry}`)
}

/** Returns true if a path of the repository is in a folder of src, or is that file; `*` is any one folder. */
function matches(path: string, folder: string): boolean {
  const parts = path.split('/').slice(1)
  return folder
    .split('/')
    .every((name, index) => (name === '*' ? index < parts.length - 1 : parts[index] === name))
}

const depth = (folder: string) => folder.split('/').length + (folder.includes('*') ? 0.5 : 0)

/** Returns a sentence for each circle of files that import each other, by types or when they are needed as well. */
export function importCircles(files: readonly SourceFile[]): string[] {
  const imports = new Map(files.map((file) => [file.path, file.imports]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, above: readonly string[]): void => {
    if (above.includes(path)) circles.push([...above.slice(above.indexOf(path)), path].join(' imports '))
    if (done.has(path)) return
    done.add(path)
    for (const target of imports.get(path) ?? []) visit(target, [...above, path])
  }
  for (const path of imports.keys()) visit(path, [])
  return circles
}

/** Returns the table as the picture in docs/architecture.md, from the composition root down to the engines. */
export function importPicture(): string {
  const rows = Object.entries(mayImport).filter(([, entries]) => entries.length > 0)
  const width = Math.max(...rows.map(([folder]) => folder.length))
  const lines = rows
    .toReversed()
    .map(([folder, entries]) => `${folder.padEnd(width)}  ${wrap(entries, width + 2)}`)
  const alone = Object.keys(mayImport).filter((folder) => mayImport[folder]?.length === 0)
  return ['', '```', ...lines, `${'(nothing)'.padEnd(width)}  ${alone.join(' ')}`, '```', ''].join('\n')
}

/** Returns names as lines of at most 120 characters, the second and later ones indented. */
function wrap(names: readonly string[], indent: number): string {
  let column = indent
  return names
    .map((name) => {
      column += name.length + 1
      if (column <= 120) return `${name} `
      column = indent + name.length + 1
      return `\n${' '.repeat(indent)}${name} `
    })
    .join('')
    .replaceAll(/ +(?=\n|$)/g, '')
}
