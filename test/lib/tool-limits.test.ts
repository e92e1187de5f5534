import assert from 'node:assert/strict'
import { copyFile, open } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { limitedCommand } from '#src/lib/tools/tool-limits.ts'
import { findProgram } from '#src/lib/tools/find-program.ts'
import { makeFolder } from '../support/rendering/rendering.ts'

const limits = { maxCpuSeconds: 10, maxFileBytes: 1_000_000 }

test('a program that sets limits is not skipped because of a transient fault', async (t) => {
  const real = await findProgram('prlimit', process.env.PATH ?? '')
  if (real === undefined) return t.skip('no prlimit here')
  const folder = await makeFolder(t)
  const searchPath = `${folder}:/usr/bin:/bin`
  await copyFile(real, join(folder, 'prlimit'))
  // The kernel starts no program that is open for writing.
  const file = await open(join(folder, 'prlimit'), 'r+')
  await assert.rejects(limitedCommand(limits, searchPath), { code: 'ETXTBSY' })
  await file.close()
  assert.ok((await limitedCommand(limits, searchPath)).includes('prlimit'))
})
