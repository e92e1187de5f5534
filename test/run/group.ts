/**
 * Runs test files in one process: `node test/run/group.ts FILE…`. Each file is a suite, so that its hooks apply to its own
 * tests only.
 */
import { resolve } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

const maxFileMs = 30 * 60_000

for (const file of process.argv.slice(2)) {
  describe(file, { timeout: maxFileMs }, async () => {
    await import(pathToFileURL(resolve(file)).href)
  })
}
