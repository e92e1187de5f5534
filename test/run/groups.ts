import { globSync } from 'node:fs'

/**
 * The groups of `npm test`, those that take longest first. A file belongs to the group with the longest beginning of its
 * path.
 */
const groups: Record<string, string[]> = {
  render: ['test/render/'],
  maker: ['test/site/maker/'],
  e2e: ['test/e2e/'],
  kills: ['test/e2e/kill-points', 'test/e2e/crash', 'test/e2e/storage-faults', 'test/e2e/tool-faults'],
  api: ['test/api/'],
  stores: [
    'test/adapters/',
    'test/backup/',
    'test/cluster/',
    'test/contract/',
    'test/move/',
    'test/api/metrics-postgres',
    'test/http/limits-on-two-machines',
    'test/http/public-media',
    'test/tracing/traces-postgres',
    'test/e2e/postgres-and-s3',
    'test/e2e/two-machines',
    'test/e2e/move',
  ],
  gif: ['test/gif/', 'test/layers/'],
  site: ['test/site/'],
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
  http: ['test/clients/', 'test/fuzz/', 'test/http/'],
  search: ['test/search/'],
  rest: ['test/'],
  // It looks at the modules that its process has loaded.
  'traces-off': ['test/tracing/traces-off'],
}

const isFull = (file: string) => file.endsWith('.full.test.ts')

/** The test files that only the full run has. */
export function fullFiles(): string[] {
  return globSync('test/**/*.full.test.ts').toSorted()
}

/** The groups of `npm test` with their files. Throws where the table names what does not exist. */
export function readGroups(): { name: string; files: string[] }[] {
  const owners = Object.entries(groups)
    .flatMap(([name, paths]) => paths.map((path) => ({ name, path })))
    .toSorted((a, b) => b.path.length - a.path.length)
  const used = new Set<string>()
  const filesOf = Map.groupBy(
    globSync('test/**/*.test.ts')
      .filter((file) => !isFull(file))
      .toSorted(),
    (file) => {
      const owner = owners.find(({ path }) => file.startsWith(path))
      if (owner === undefined) throw new Error(`${file} belongs to no group`)
      used.add(owner.path)
      return owner.name
    },
  )
  const unused = owners.filter(({ path }) => !used.has(path))
  if (unused.length > 0)
    throw new Error(`No test file begins with ${unused.map(({ path }) => path).join(', ')}`)
  return Object.keys(groups).map((name) => ({ name, files: filesOf.get(name) ?? [] }))
}
