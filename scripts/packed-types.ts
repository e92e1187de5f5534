import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src/gif/', import.meta.url))
const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))

/** The compiler options for the library: with the types of browsers and without those of Node.js. */
const options = [
  ...['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--rewriteRelativeImportExtensions'],
  ...['--target', 'es2022', '--lib', 'es2023,dom,dom.iterable', '--types', ''],
  ...['--module', 'esnext', '--moduleResolution', 'bundler', '--strict', '--skipLibCheck'],
]

/**
 * Writes the types of a file of src/gif, and of the files that they import, as .d.ts files into one folder. Throws an Error if
 * the code does not compile, or two files have the same name.
 */
export function copyTypes(entry: string, folder: string): void {
  const made = mkdtempSync(join(tmpdir(), 'gifwright-types-'))
  try {
    execFileSync(process.execPath, [compiler, ...options, '--rootDir', source, '--outDir', made, entry])
    const start = join(made, relative(source, entry)).replace(/\.ts$/, '.d.ts')
    const texts = reachable(start)
    for (const [path, text] of texts) {
      const name = basename(path)
      if ([...texts.keys()].some((other) => other !== path && basename(other) === name))
        throw new Error(`two files of types are called ${name}`)
      const flat = text.replace(importPattern, (_, imported: string) => `'./${importName(imported)}'`)
      writeFileSync(join(folder, name), flat)
    }
  } finally {
    rmSync(made, { recursive: true })
  }
}

/** An import in a file of types, with the ending .ts or .js. */
const importPattern = /(?<=from )'(\.[^']+)'/g

/** A file of types and all files that it imports, by path. */
function reachable(start: string): Map<string, string> {
  const texts = new Map<string, string>()
  const visit = (path: string) => {
    if (texts.has(path)) return
    const text = readFileSync(path, 'utf8')
    texts.set(path, text)
    for (const [, imported = ''] of text.matchAll(importPattern))
      visit(join(dirname(path), imported.replace(/\.[jt]s$/, '.d.ts')))
  }
  visit(start)
  return texts
}

/** The name of a file of types, as an import writes it: with .js. */
function importName(path: string): string {
  return basename(path).replace(/\.ts$/, '.js')
}
