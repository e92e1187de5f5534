import assert from 'node:assert/strict'
import { postJson, refused } from '../support/http/body-client.ts'
import { dataUrl, limits, startBodyServer } from '../support/http/body-server.ts'
import { diskTest, mountSmallDisk } from '../support/processes/small-disk.ts'

const name =
  'an upload that does not fit on the disk is 503 and leaves no file, and one that fits is accepted'

diskTest(import.meta.filename, name, async (t) => {
  const disk = await mountSmallDisk(t, 0.25)
  const server = await startBodyServer(disk.folder)
  const upload = (bytes: number) =>
    postJson(`${server.url}/uploads`, JSON.stringify({ video: dataUrl('video/mp4', Buffer.alloc(bytes)) }))
  try {
    refused(await upload(limits.maxFileBytes), 503, 'unavailable')
    assert.deepEqual(await server.leftFiles(), [])
    assert.equal((await upload(100_000)).status, 200)
  } finally {
    await server.close()
  }
})
