import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'

/** Maps each file to the files it loads, with the length of each step. */
export type ImportGraph = Map<string, Map<string, number>>

const languages = ['de', 'en', 'es', 'fr', 'ja', 'pt']
/**
 * The length of a step to a file that is only named: one run as a process, run in a thread, or bundled for browsers.
 */
const namedStep = 3

const statement = /(?<![\w.$])(?:import|export)(\s+type(?=\s))?(?:\s[^'"`;=()]*?\bfrom)?\s*'([^'\n]+)'/g
const dynamicImport = /\bimport\(\s*'([^'\n]+)'\s*\)/g
const folderName = /'((?:\.\.\/)+src\/\w+\/[\w/]+\/)'/g
const fileName = /(['"`])([^'"`\s]+\.(?:ts|mjs|js|jsx|json|css|svg|png))\1/g

/** Names the test files and programs that it runs, and tests none of them. */
const runner = 'test/run/'

/**
 * Reads which files each of the given files (paths below `root`) loads directly. Type imports load nothing, and the
 * runner of the tests is left out.
 */
export function readImportGraph(root: string, files: string[]): ImportGraph {
  const known = new Set(files)
  const graph: ImportGraph = new Map()
  const loading = files.filter((path) => /\.(?:ts|mjs|js|jsx|css)$/.test(path) && !path.startsWith(runner))
  for (const file of loading) {
    graph.set(file, readLinks(file, readFileSync(join(root, file), 'utf8'), known))
  }
  return graph
}

function readLinks(file: string, text: string, known: Set<string>): Map<string, number> {
  const links = new Map<string, number>()
  const add = (paths: string[], step: number) => {
    for (const path of paths) {
      if (path !== file && known.has(path)) links.set(path, Math.min(step, links.get(path) ?? step))
    }
  }
  const rest = text
    .replace(statement, (_, type: string | undefined, name: string) => {
      if (type === undefined) add(resolveImport(file, name), 1)
      return ''
    })
    .replace(dynamicImport, (_, name: string) => {
      add(resolveImport(file, name), 1)
      return ''
    })
  for (const [, , name = ''] of rest.matchAll(fileName)) add(resolveName(file, name, known), namedStep)
  for (const [, name = ''] of rest.matchAll(folderName)) {
    const folder = join(dirname(file), name)
    const inside = [...known].filter((path) => path.startsWith(folder))
    add(inside, namedStep)
  }
  return links
}

function resolveImport(file: string, name: string): string[] {
  if (name.startsWith('.')) return [join(dirname(file), name)]
  if (name.startsWith('#texts/')) {
    return languages.map((language) => `src/site/messages/${language}/client/${name.slice('#texts/'.length)}`)
  }
  return name.startsWith('#') ? [name.slice(1)] : []
}

/**
 * Returns the files that a string may name: relative to the file, to the root or, for bundles of the site, to
 * `src/site` or the folder of a feature.
 */
function resolveName(file: string, name: string, known: Set<string>): string[] {
  const isTemplate = name.includes('${')
  // A template that names no folder could mean any file.
  const isWide = isTemplate && !/[^.}/]\//.test(name.replaceAll(/\$\{[^}]*\}/g, ''))
  const site = file.startsWith('src/site/') ? ['src/site'] : []
  const features = site.length > 0 && name.startsWith('client/') ? featuresOf(known) : []
  const folders = isWide ? site : [dirname(file), '', ...site, ...features]
  const paths = folders.map((folder) => normalize(join(folder, name)))
  if (!isTemplate) return paths
  const patterns = paths.map((path) => {
    const parts = path.split(/\$\{[^}]*\}/).map((part) => RegExp.escape(part))
    return new RegExp(`^${parts.join('[^/]+')}$`)
  })
  return [...known].filter((path) => patterns.some((pattern) => pattern.test(path)))
}

function featuresOf(known: Set<string>): string[] {
  return [...new Set([...known].flatMap((path) => /^src\/site\/[^/]+(?=\/)/.exec(path) ?? []))]
}

/** Returns the distance to `target` of each file that loads it, nearest first; `target` itself comes first, with 0. */
export function findImporters(graph: ImportGraph, target: string): Map<string, number> {
  const importers = new Map<string, [string, number][]>()
  for (const [file, links] of graph) {
    for (const [path, step] of links) importers.set(path, [...(importers.get(path) ?? []), [file, step]])
  }
  const distances = new Map<string, number>()
  const waiting: string[][] = [[target]]
  for (let distance = 0; distance < waiting.length; distance++) {
    for (const file of waiting[distance] ?? []) {
      if (distances.has(file)) continue
      distances.set(file, distance)
      for (const [importer, step] of importers.get(file) ?? [])
        (waiting[distance + step] ??= []).push(importer)
    }
  }
  return distances
}
