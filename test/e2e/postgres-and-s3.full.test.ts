import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startApp } from '../support/app.ts'
import { postPictures } from '../support/creations.ts'
import { noPostgres, sharedPostgres } from '../support/servers/postgres.ts'
import { noS3, sharedS3 } from '../support/servers/s3.ts'
import { until } from '../support/until.ts'

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
  const fileOf = async (task: string) => {
    const { status, result } = await app.ended(task)
    assert.equal(status, 'done')
    const { body } = await app.json(`/api/gif/${result.code}`)
    return { code: result.code, path: new URL(body.result[0]?.gif_url ?? '').pathname }
  }
  const isWhole = async () => (await app.fetch('/readyz/whole')).status === 200

  test('while S3 is unavailable, requests that need it get 503 with Retry-After, and work again without a restart', async () => {
    const [known, other] = [
      await fileOf(await postPictures(app.url)),
      await fileOf(await postPictures(app.url)),
    ]
    assert.equal((await app.fetch(known.path)).status, 200)
    await s3.stop()
    await until('not whole', async () => !(await isWhole()))
    const ready = await app.fetch('/readyz')
    assert.equal(ready.status, 200)
    assert.match(await ready.text(), /"status":"degraded","failing":\["store"\]/)
    assert.equal((await app.fetch(known.path)).status, 200)
    assert.equal((await app.fetch(`/api/gif/${other.code}`)).status, 200)
    const refused = await app.fetch(other.path)
    assert.equal(refused.status, 503)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    await assert.rejects(postPictures(app.url), /503/)
    await s3.start()
    await until('whole again', isWhole)
    assert.equal((await app.fetch(other.path)).status, 200)
    await fileOf(await postPictures(app.url))
  })
})
