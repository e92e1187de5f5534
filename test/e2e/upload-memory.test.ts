import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bigEncodings, peakMegabytes, postBigVideo, resetPeak } from '../support/http/big-upload.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'

const dataUrlBytes = 40_000_000
const encoding = bigEncodings.find(({ name }) => name === 'urlencoded, escaped')!

test(`a data-URL of 40 MB as ${encoding.name} takes at most 32 MB of memory`, async (t) => {
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
  const grown = peakMegabytes(pid) - before
  assert.ok(grown <= 32, `it took ${grown} MB`)
})
