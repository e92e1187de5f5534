/**
 * Fails when a file of src is too long, a package is imported outside of its folder,
 * src/gif imports anything from outside, or a test that docs/security.md names does not exist. `--stats` prints figures instead.
 */
import { findMissingTests, readThreats } from './security-page.ts'
import { longFiles, outsideImports, readSources, strayImports, structureStatistics } from './structure.ts'

const files = readSources()
if (process.argv.includes('--stats')) {
  console.table(structureStatistics(files))
} else {
  const missing = findMissingTests(readThreats())
  const faults = [...longFiles(files), ...strayImports(files), ...outsideImports(files), ...missing]
  for (const fault of faults) console.error(fault)
  if (missing.length > 0) console.error('Was a test renamed or moved? Then change docs/security.md too.')
  if (faults.length > 0) process.exitCode = 1
}
