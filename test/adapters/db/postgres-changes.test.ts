import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { addMadeUpGifs } from '#src/adapters/db/shared/catalogue/demo-gifs.ts'
import { insertGif } from '#src/adapters/db/shared/catalogue/gif-rows.ts'
import { searchBuilder } from '#src/app/search/search-builder.ts'
import { openStores } from '#src/app/stores.ts'
import { ChangeFeed } from '#src/catalogue/change-feed.ts'
import { loadConfig } from '#src/config/config.ts'
import { AppError } from '#src/lib/app-error.ts'
import { LiveIndex } from '#src/search/live-index.ts'
import { renditionKey } from '#src/media/rendition.ts'
import { newGif } from '../../contract/stores.ts'
import { startApp } from '../../support/app.ts'
import { cleanUp, type CleanUp } from '../../support/clean-up.ts'
import { noPostgres, type PostgresServer, sharedPostgres } from '../../support/servers/postgres.ts'
import { storeGif } from '../../support/stores/stored-gifs.ts'
import { until } from '../../support/until.ts'

const { code: _, title: __, tags: ___, categoryId: ____, createdAt: _____, ...template } = newGif()

/** A machine that uses the database, with a data folder of its own. */
async function machine(t: CleanUp, url: string, settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-machine-'))
  const config = loadConfig({ DATA_DIR: folder, DATABASE_URL: url, ...settings })
  const stores = await openStores(config)
  cleanUp(t, async () => {
    await stores.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { ...stores, config }
}

describe('the change log of a catalogue in PostgreSQL', { skip: noPostgres }, () => {
  let server: PostgresServer
  before(async () => {
    server = await sharedPostgres()
  })

  test('misses no change while 18 connections write at once, and reports them in order', async (t) => {
    const url = await server.newDatabase()
    const [writer, reader] = [
      await machine(t, url, { DATABASE_CONNECTIONS: '18' }),
      await machine(t, url, { DATABASE_CONNECTIONS: '2' }),
    ]
    const told: number[] = []
    const versions: number[] = []
    reader.changes.subscribe(({ gifs, position }) => {
      told.push(...gifs)
      versions.push(position.version)
    })
    await reader.changes.start((error) => assert.fail(String(error)))
    const written = await Promise.all(
      Array.from({ length: 18 }, async () => {
        const ids: number[] = []
        for (let count = 0; count < 20; count++)
          ids.push(await writer.db.transaction().execute((trx) => insertGif(trx, newGif())))
        return ids
      }),
    )
    const ids = written.flat().toSorted((a, b) => a - b)
    await until('all are reported', () => told.length >= ids.length)
    assert.deepEqual(
      told.toSorted((a, b) => a - b),
      ids,
    )
    assert.deepEqual(
      versions,
      versions.toSorted((a, b) => a - b),
    )
  })

  test('another machine learns of a change by a message, not by polling', async (t) => {
    const url = await server.newDatabase()
    const [one, other] = [await machine(t, url), await machine(t, url)]
    const feed = new ChangeFeed({ log: other.changeLog, messages: other.messages, pollMs: 10 ** 8 })
    cleanUp(t, () => feed.stop())
    let isTold = false
    feed.subscribe(() => void (isTold = true))
    await feed.start((error) => assert.fail(String(error)))
    await one.changes.start((error) => assert.fail(String(error)))
    await one.catalogue.renameCategory(1, { name: 'Beasts' })
    await until('it is reported', () => isTold)
  })

  test('without the server, records in memory are refused after 60 s, and served again with the changes once it is back', async (t) => {
    const url = await server.newDatabase()
    const [one, other] = [await machine(t, url), await machine(t, url)]
    const id = await one.db.transaction().execute((trx) => insertGif(trx, newGif()))
    let time = 0
    const feed = new ChangeFeed({ log: other.changeLog, messages: other.messages, now: () => time })
    cleanUp(t, () => feed.stop())
    const told: number[] = []
    feed.subscribe(({ gifs }) => void told.push(...gifs))
    await feed.start(() => undefined)
    await server.stop()
    time = 60_000
    assert.equal(feed.current(), null)
    time = 60_001
    const isRefused = (error: unknown) => error instanceof AppError && error.code === 'unavailable'
    await assert.rejects(feed.current() ?? Promise.resolve(), isRefused)
    await assert.rejects(feed.notice(), isRefused)

    await server.start()
    await until('the machine that changes it is back', () =>
      one.catalogue.change(id, { hidden: true }).then(
        () => true,
        () => false,
      ),
    )
    await until('it recovers by itself', () => feed.current() === null)
    await until('the change is known', () => told.includes(id))
  })

  test('without the server, a web machine serves records in memory for 60 s, then 503 with Retry-After until it is back', async (t) => {
    const url = await server.newDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'gifwright-web-'))
    cleanUp(t, () => rm(folder, { recursive: true, force: true }))
    const app = await startApp(t, {
      DATA_DIR: folder,
      DATABASE_URL: url,
      WORKER_CONCURRENCY: '0',
      LOG_LEVEL: 'silent',
    })
    const gif = await app.withStores((stores) => storeGif({ ...stores, folder }, { title: 'A zebrafish' }))
    const paths = [
      '/api/find?q=zebrafish',
      '/v2/search?key=any&q=zebrafish',
      `/api/gif/${gif.code}`,
      `/media/${renditionKey(gif.mediaId, 'gif')}`,
    ]
    const ask = () =>
      Promise.all(
        paths.map(async (path) => {
          const { status, headers } = await app.fetch(path)
          return status === 503 ? `503, again after ${headers.get('retry-after')}` : String(status)
        }),
      )
    const served = paths.map(() => '200')
    await ask()
    assert.deepEqual(await ask(), served)

    await server.stop()
    assert.deepEqual(await ask(), served)
    const now = performance.now.bind(performance)
    const clock = t.mock.method(performance, 'now', () => now() + 60_000)
    for (const answer of await ask()) assert.match(answer, /^503, again after [1-9]\d*$/)
    assert.equal((await app.fetch('/healthz')).status, 200)

    await server.start()
    await until('it serves again by itself', async () => (await ask()).every((status) => status === '200'))
    clock.mock.restore()
  })

  test('an index of all GIFs is built in a thread, from one position of the log', async (t) => {
    const url = await server.newDatabase()
    const { db, config, changeLog } = await machine(t, url)
    await addMadeUpGifs(db, { count: 4100, template })
    await db
      .transaction()
      .execute((trx) => insertGif(trx, newGif({ title: 'A zebrafish', tags: ['ocean', 'fish'] })))
    assert.ok(config.database !== null)
    const builder = searchBuilder(config.database)
    cleanUp(t, () => builder.close())
    const progress: number[] = []
    const { index, position } = await builder.build((done) => progress.push(done))
    const { epoch, version } = await changeLog.position()
    assert.deepEqual(position, { epoch, version })
    assert.deepEqual(progress, [2000, 4000, 4101])
    const live = new LiveIndex(index)
    assert.equal(live.status().documents, 4101)
    assert.deepEqual(live.complete('zebraf', 1)[0]?.text, 'zebrafish')
  })

  test('a build that cannot reach the database reports it without the password', async () => {
    const address = new URL(await server.newDatabase())
    address.password = 'do-not-tell'
    address.pathname = '/missing'
    const builder = searchBuilder({ url: address.href, maxConnections: 2, statementTimeoutMs: 1000 })
    const error: unknown = await builder.build(() => undefined).catch((fault: unknown) => fault)
    assert.ok(error instanceof Error)
    assert.doesNotMatch(`${error.stack}${JSON.stringify(error)}${String(error.cause)}`, /do-not-tell/)
  })
})
