/**
 * Runs test files in one process, each as a suite of its own, so that hooks of a file belong to the file:
 * `node test/run/group.ts FILE…`.
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
