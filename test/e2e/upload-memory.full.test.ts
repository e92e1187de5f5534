import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bigEncodings, peakMegabytes, postBigVideo, resetPeak } from '../support/http/big-upload.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'

const dataUrlBytes = 50_000_000

for (const encoding of bigEncodings) {
  test(`a data-URL of 50 MB as ${encoding.name} takes at most 32 MB of memory, four at once at most 96 MB`, async (t) => {
    const settings = { DATA_DIR: await dataFolder(t), WORKER_CONCURRENCY: '0' }
    const { url, pid, child, exited } = await startServer(settings)
    t.after(async () => {
      child.kill('SIGKILL')
      await exited
    })
    assert.equal(await postBigVideo(url, encoding, 100_000), 200)
    resetPeak(pid)
    const before = peakMegabytes(pid)
    assert.equal(await postBigVideo(url, encoding, dataUrlBytes), 200)
    const one = peakMegabytes(pid) - before
    assert.ok(one <= 32, `one took ${one} MB`)
    const posts = Array.from({ length: 4 }, () => postBigVideo(url, encoding, dataUrlBytes))
    assert.deepEqual(await Promise.all(posts), [200, 200, 200, 200])
    const four = peakMegabytes(pid) - before
    assert.ok(four <= 96, `four took ${four} MB`)
  })
}
