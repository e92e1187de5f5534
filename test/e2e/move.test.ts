import assert from 'node:assert/strict'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { runHere } from '../support/processes/command.ts'
import { makeInstance, openStoresOf } from '../support/stores/moving.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { noPostgres, sharedPostgres } from '../support/servers/postgres.ts'
import { noS3, sharedS3 } from '../support/servers/s3.ts'

test(
  'only files are moved to S3: the old settings refuse to start, and the new ones accept writes again',
  { skip: noS3 },
  async (t) => {
    const s3 = await sharedS3()
    const { stores, folder } = await makeInstance(t, 2)
    const bucket = await s3.newBucket()
    const { S3_ENDPOINT = '', S3_BUCKET = '', ...keys } = s3.settingsOf(bucket)
    const args = ['move', '--to-s3', S3_BUCKET, '--s3-endpoint', S3_ENDPOINT]
    const { code, out, err } = await runHere(args, { DATA_DIR: folder, ...keys })
    assert.equal(code, 0, err)
    assert.match(out, /^Moved: \d+ files/)
    await assert.rejects(
      stores.catalogue.addCategory({ name: 'C', code: 'c' }),
      /^AppError: This service has moved/,
    )
    await assert.rejects(openStoresOf(t, { DATA_DIR: folder }), /moved to S3; set S3_BUCKET/)
    const { catalogue, mediaStore } = await openStoresOf(t, { DATA_DIR: folder, ...s3.settingsOf(bucket) })
    await catalogue.addCategory({ name: 'C', code: 'c' })
    const gif = await catalogue.random({ categoryId: null, maxRating: 'r' })
    let files = 0
    for await (const { bytes } of mediaStore.list(`gifs/${gif?.mediaId}`)) if (bytes > 0) files++
    assert.equal(files, 4)
  },
)

test(
  'clients of a service that has moved get a message for them; the log and commands tell the operator what to set',
  { skip: noPostgres },
  async (t) => {
    const folder = await dataFolder(t)
    const log = await open(join(folder, 'log'), 'w')
    t.after(() => log.close())
    const settings = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', SANDBOX: 'off', YT_DLP: 'off' }
    const server = await startServer({ ...settings, WORKER_CONCURRENCY: '0' }, { log: log.fd })
    t.after(() => server.child.kill('SIGKILL'))
    const to = await (await sharedPostgres()).newDatabase({ empty: true })
    const moved = await runHere(['move', '--to-database', to], settings)
    assert.equal(moved.code, 0, moved.err)

    const body = new URLSearchParams({
      category: '1',
      start: '0',
      end: '1',
      url: 'https://example.org/a.mp4',
    })
    const answers = [
      await fetch(`${server.url}/api/create-gif/source/url`, { method: 'POST', body }),
      await fetch(`${server.url}/signup`, {
        method: 'POST',
        headers: { origin: server.url },
        body: new URLSearchParams({ email: 'a@example.org', password: 'a-Long-word-of-51' }),
      }),
    ]
    for (const answer of answers) {
      const text = await answer.text()
      assert.equal(answer.status, 503, text)
      assert.match(text, /This service has moved/)
      assert.doesNotMatch(text, /DATABASE_URL|PostgreSQL|restart/)
    }
    const told = /This instance was moved to PostgreSQL; set DATABASE_URL and restart it\./
    assert.match(await readFile(join(folder, 'log'), 'utf8'), told)
    const { code, err } = await runHere(['account', 'add', 'b@example.org'], settings)
    assert.equal(code, 1)
    assert.match(err, told)
  },
)
