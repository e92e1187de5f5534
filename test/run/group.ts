/**
 * Runs test files in one process: `node test/run/group.ts FILE…`. Each file is a suite, so that its hooks apply to its own
 * tests only.
 */
import { resolve } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

const maxFileMs = 30 * 60_000

let loaded = Promise.resolve()

for (const file of process.argv.slice(2)) {
  describe(file, { timeout: maxFileMs }, async () => {
    // One after the other: files that load a module with a top-level await at the same time are evaluated together, and
    // the test runner attributes the tests of all to one. For the same reason the promise to wait for is this suite's own.
    const previous = loaded
    const { promise, resolve: loadedThis } = Promise.withResolvers<void>()
    loaded = promise
    await new Promise<void>((resume) => void previous.then(resume))
    try {
      await import(pathToFileURL(resolve(file)).href)
    } finally {
      loadedThis()
    }
  })
}
