import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { postJson, refused } from '../support/body-client.ts'
import { dataUrl, limits, startBodyServer } from '../support/body-server.ts'

const run = promisify(execFile)

/** A folder on a disk of 256 KB of its own; null where this user may not mount one. */
async function mountSmallDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'bodies-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder])
    return folder
  } catch {
    await rmdir(folder)
    return null
  }
}

test('an upload that finds the disk full is 503 and leaves no file, and one that fits is taken', async (t) => {
  const disk = await mountSmallDisk()
  if (disk === null) return t.skip('needs the right to mount a small disk')
  try {
    const server = await startBodyServer(disk)
    const upload = (bytes: number) =>
      postJson(`${server.url}/uploads`, JSON.stringify({ video: dataUrl('video/mp4', Buffer.alloc(bytes)) }))
    try {
      refused(await upload(limits.maxFileBytes), 503, 'unavailable')
      assert.deepEqual(await server.leftFiles(), [])
      assert.equal((await upload(100_000)).status, 200)
    } finally {
      await server.close()
    }
  } finally {
    await run('umount', [disk])
    await rmdir(disk)
  }
})
