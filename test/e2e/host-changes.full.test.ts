import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { assertNothingLost, allEnded } from '../support/processes/crash.ts'
import { postPictures, postVideo } from '../support/creations.ts'
import { makeVideo } from '../support/media/media.ts'
import { insideOwnEtc, runAlongside, whyNoOwnEtc } from '../support/processes/own-etc.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'

const reason = whyNoOwnEtc()

test(
  'GIFs are made after the linker cache was replaced under a running server, as apt does',
  { skip: reason ?? false },
  async (t) => {
    const folder = await dataFolder(t)
    const server = await startServer(
      { DATA_DIR: folder, WORKER_CONCURRENCY: '1', LOG_LEVEL: 'silent' },
      { inside: await insideOwnEtc(t) },
    )
    t.after(async () => {
      server.child.kill('SIGKILL')
      await server.exited
    })
    const video = await readFile(await makeVideo(t, { seconds: 1, width: 320, height: 180 }))
    const before = await postVideo(server.url, video)
    await allEnded(server.url, [before])
    runAlongside(
      server.pid,
      'cp -p /etc/ld.so.cache /etc/ld.so.cache~ && mv /etc/ld.so.cache~ /etc/ld.so.cache',
    )
    const after = [await postVideo(server.url, video), await postPictures(server.url)]
    await assertNothingLost(folder, server.url, [before, ...after])
    const ready = await fetch(`${server.url}/readyz`)
    assert.equal(ready.status, 200)
  },
)
