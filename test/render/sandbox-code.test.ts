import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { sep } from 'node:path'
import test from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readableByDecoders, renderProgram } from '#src/adapters/render-pool/isolation.ts'

const importPattern = /(?:from |import\()'(\.[^']+)'|new URL\('([^']+\.ts)', import\.meta\.url\)/g

/** The source files that a program may load, including itself. */
async function loadedFiles(path: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(path)) return found
  found.add(path)
  const source = (await readFile(path, 'utf8')).replaceAll(/import type [^']*'[^']*'/g, '')
  for (const [, imported, worker] of source.matchAll(importPattern)) {
    await loadedFiles(fileURLToPath(new URL(imported ?? worker!, pathToFileURL(path))), found)
  }
  return found
}

// Otherwise sandboxes do not start, and SANDBOX=auto continues without them.
test('a render process can read all of its own code in its sandbox', async () => {
  const readable = await readableByDecoders(process.env.PATH ?? '')
  const files = await loadedFiles(renderProgram)
  assert.ok(files.size > 50, `${files.size} files`)
  const hidden = [...files].filter(
    (file) => !readable.some((folder) => file === folder || file.startsWith(folder + sep)),
  )
  assert.deepEqual(hidden, [])
})
