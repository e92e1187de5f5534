/**
 * Fails when a file of src is too long, an import breaks `import-rules.ts`, or a file that docs/architecture.md or a test
 * that docs/security.md names does not exist. `--stats` prints figures instead.
 */
import { forbiddenImports, importCircles } from './check-imports.ts'
import { findMissingTests, readThreats } from './security-page.ts'
import { longFiles, missingPaths, readSources, structureStatistics } from './structure.ts'

const files = readSources()
if (process.argv.includes('--stats')) {
  console.table(structureStatistics(files))
} else {
  const missing = findMissingTests(readThreats())
  const faults = [
    ...longFiles(files),
    ...forbiddenImports(files),
    ...importCircles(files),
    ...missingPaths(),
    ...missing,
  ]
  for (const fault of faults) console.error(fault)
  if (missing.length > 0) console.error('Was a test renamed or moved? Then change docs/security.md too.')
  if (faults.length > 0) process.exitCode = 1
}
