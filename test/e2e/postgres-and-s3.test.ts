import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { startApp } from '../support/app.ts'
import { postPictures, postVideo } from '../support/creations.ts'
import { makeVideo } from '../support/media/media.ts'
import { noPostgres, sharedPostgres } from '../support/servers/postgres.ts'
import { noS3, sharedS3 } from '../support/servers/s3.ts'

const missing = noPostgres || noS3

describe('with PostgreSQL and S3', { skip: missing }, async () => {
  if (missing !== false) return
  const [postgres, s3] = await Promise.all([sharedPostgres(), sharedS3()])
  const app = await startApp(
    { after: (end) => after(end as () => Promise<void>) },
    {
      ...s3.settingsOf(await s3.newBucket()),
      DATABASE_URL: await postgres.newDatabase(),
      LOG_LEVEL: 'fatal',
    },
  )
  const keys = async () => {
    const found: string[] = []
    await app.withStores(async ({ mediaStore }) => {
      for (const prefix of ['gifs', 'incoming', 'sources'])
        for await (const { key } of mediaStore.list(prefix)) found.push(key)
    })
    return found
  }
  const fileOf = async (task: string) => {
    const { status, result } = await app.ended(task)
    assert.equal(status, 'done')
    const { body } = await app.json(`/api/gif/${result.code}`)
    return { code: result.code, path: new URL(body.result[0]?.gif_url ?? '').pathname }
  }

  test('an uploaded video becomes a GIF that is served and removed, with its row in PostgreSQL and its files in S3', async (t) => {
    const video = await readFile(await makeVideo(t, { seconds: 1, width: 64, height: 48, fps: 10 }))
    const headers = { authorization: `Bearer ${await app.token('frog@example.org')}` }
    const { code, path } = await fileOf(await postVideo(app.url, video, 1, {}, headers))
    const part = await app.fetch(path, { headers: { range: 'bytes=0-5' } })
    assert.equal(part.status, 206)
    assert.equal(await part.text(), 'GIF89a')
    assert.ok((await keys()).some((key) => path.endsWith(key)))
    for (const name of ['media/gifs', 'gifwright.db']) assert.ok(!existsSync(join(app.folder, name)), name)
    assert.ok(existsSync(join(app.folder, 'cache', path.slice('/media/'.length))))

    assert.equal((await app.fetch(`/api/gif/${code}`, { method: 'DELETE', headers })).status, 200)
    assert.equal((await app.fetch(path)).status, 404)
    assert.deepEqual(await keys(), [])
    assert.ok(!existsSync(join(app.folder, 'cache', path.slice('/media/'.length))))
  })

  test('S3 works with SQLite too, for one machine', async (t) => {
    const small = await startApp(t, {
      ...s3.settingsOf(await s3.newBucket()),
      WORKER_CONCURRENCY: '0',
    })
    const task = await postPictures(small.url)
    await small.withStores(async ({ kind, mediaStore, tasks }) => {
      assert.equal(kind, 'sqlite')
      assert.equal(mediaStore.kind, 's3')
      let uploads = 0
      for await (const _ of mediaStore.list(`incoming/${task}`)) uploads++
      assert.equal(uploads, 2)
      assert.equal((await tasks.records.counts()).waiting, 1)
    })
  })
})
