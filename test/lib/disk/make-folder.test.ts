import assert from 'node:assert/strict'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from '#src/lib/disk/folders.ts'
import { dataFolder } from '../../support/processes/server-process.ts'

test('a folder is made with its parents, by many at once, and the first missing one is returned', async (t) => {
  const root = await dataFolder(t)
  for (let round = 0; round < 50; round++) {
    const folder = join(root, `${round}`, 'a', 'b', 'c')
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, index) => makeFolder(join(folder, `${index % 3}`))),
    )
    assert.ok(made.includes(join(root, `${round}`)))
    assert.equal(await makeFolder(folder), undefined)
  }
  await makeFolder(join(root, 'private', 'one'), 0o700)
  assert.equal((await stat(join(root, 'private'))).mode & 0o777, 0o700)
})

test('a path that cannot be a folder is refused with the error of the system', async (t) => {
  const root = await dataFolder(t)
  await writeFile(join(root, 'file'), '')
  await assert.rejects(makeFolder(join(root, 'file')), { code: 'EEXIST' })
  await assert.rejects(makeFolder(join(root, 'file', 'x')), { code: 'ENOTDIR' })
  if (process.platform === 'linux') await assert.rejects(makeFolder('/proc/x/y'), { code: 'ENOENT' })
})
