import { globSync } from 'node:fs'

/**
 * The groups of `npm test`, the longest first, so that none of them runs alone at the end. A file belongs to the group with
 * the longest matching prefix.
 */
const groups: Record<string, string[]> = {
  render: ['test/render/'],
  stores: [
    'test/adapters/',
    'test/ops/backup/',
    'test/cluster/',
    'test/contract/',
    'test/ops/move/',
    'test/api/metrics-postgres',
    'test/http/limits-on-two-machines',
    'test/http/public-media',
    'test/observe/tracing/traces-postgres',
    'test/e2e/postgres-and-s3',
    'test/e2e/two-machines',
    'test/e2e/move',
  ],
  e2e: ['test/e2e/'],
  site: ['test/site/'],
  api: ['test/api/'],
  maker: ['test/site/maker/'],
  'site-features': [
    'test/site/account/',
    'test/site/admin/',
    'test/site/browse/',
    'test/site/collections/',
    'test/site/gif/',
    'test/site/import/',
    'test/site/notices/',
    'test/site/tools/',
  ],
  worker: ['test/creation/', 'test/sources/', 'test/worker/'],
  rest: ['test/'],
  gif: ['test/gif/', 'test/layers/'],
  http: ['test/clients/', 'test/fuzz/', 'test/http/'],
  search: ['test/search/'],
  // It checks which modules its process has loaded.
  'traces-off': ['test/observe/tracing/traces-off'],
}

const isFull = (file: string) => file.endsWith('.full.test.ts')

/** The groups of `npm test` with their files. */
export function readGroups(): { name: string; files: string[] }[] {
  const files = globSync('test/**/*.test.ts').filter((file) => !isFull(file))
  return assignFiles(files, groups)
}

/** The test files that only the full run includes. */
export function fullFiles(): string[] {
  return globSync('test/**/*.full.test.ts')
}

/**
 * Assigns each file to the name with the longest matching prefix. Throws if a file matches no prefix, or a prefix no file.
 */
export function assignFiles(
  files: string[],
  prefixes: Record<string, string[]>,
): { name: string; files: string[] }[] {
  const owners = Object.entries(prefixes)
    .flatMap(([name, paths]) => paths.map((path) => ({ name, path })))
    .toSorted((a, b) => b.path.length - a.path.length)
  const owned = Map.groupBy(files.toSorted(), (file) => owners.find(({ path }) => file.startsWith(path)))
  const orphans = owned.get(undefined) ?? []
  if (orphans.length > 0) throw new Error(`No prefix matches ${orphans.join(', ')}`)
  const unused = owners.filter((owner) => !owned.has(owner))
  if (unused.length > 0) throw new Error(`No test file matches ${unused.map(({ path }) => path).join(', ')}`)
  return Object.keys(prefixes).map((name) => ({
    name,
    files: owners.filter((owner) => owner.name === name).flatMap((owner) => owned.get(owner) ?? []),
  }))
}
