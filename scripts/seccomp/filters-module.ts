import { fileURLToPath } from 'node:url'
import { architectures, filterProgram, filters } from './filter-program.ts'

/** The module with the filters, which reads no file. */
export const filtersPath = fileURLToPath(new URL('../../src/lib/sandbox/seccomp-filters.ts', import.meta.url))

const lineLength = 100

/** The text of src/lib/sandbox/seccomp-filters.ts for the current sources. */
export function filtersModule(): string {
  const lines = [
    '/** Generated from scripts/seccomp by `npm run seccomp`; do not edit. */',
    'export const seccompFilters = {',
  ]
  for (const architecture of keysOf(architectures)) {
    lines.push(`  ${architecture}: {`)
    for (const filter of keysOf(filters)) {
      const base64 = filterProgram(architecture, filter).toString('base64')
      const pieces = base64.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []
      lines.push(`    ${filter}: \``, ...pieces, '`,')
    }
    lines.push('  },')
  }
  return `${[...lines, '}'].join('\n')}\n`
}

function keysOf<T extends object>(value: T): (keyof T & string)[] {
  return Object.keys(value) as (keyof T & string)[]
}
