/** Assembles scripts/seccomp into src/lib/sandbox/seccomp-filters.ts. */
import { writeFileSync } from 'node:fs'
import { filtersModule, filtersPath } from './seccomp/filters-module.ts'

writeFileSync(filtersPath, filtersModule())
