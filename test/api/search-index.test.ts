import assert from 'node:assert/strict'
import { readdir, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { addMadeUpGifs } from '#src/adapters/db/shared/catalogue/demo-gifs.ts'
import { newGif } from '../contract/stores.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { runCommand } from '../support/processes/command.ts'
import { dataFolder } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'
import { builderOf } from '../support/stores/search-builder.ts'

/** More than the size of a catalogue that is indexed without a thread and a file. */
const count = 2500

async function fill(app: TestApp, gifs = count): Promise<void> {
  const { code: _, title: __, tags: ___, categoryId: ____, createdAt: _____, ...template } = newGif()
  await app.withStores(({ db }) => addMadeUpGifs(db, { count: gifs, template }))
}

const totalOf = async (app: TestApp, text: string): Promise<number> => {
  const { status, body } = await app.post('/api/find', { q: text, nsfw: 1 })
  assert.equal(status, 200)
  return body.total
}
const isReady = async (app: TestApp) => (await app.fetch('/readyz')).status === 200

test('a large catalogue is indexed in a thread, saved, and loaded and updated at the next start', async (t) => {
  const folder = await dataFolder(t)
  const settings = { DATA_DIR: folder, WORKER_CONCURRENCY: '0' }
  const first = await startApp(t, settings)
  await fill(first)
  const total = await totalOf(first, 'cat')
  assert.ok(total > 100)
  await first.stop()
  const files = await readdir(join(folder, 'search'))
  assert.ok(files.includes('manifest.json'), files.join())
  assert.equal((await stat(join(folder, 'search'))).mode & 0o777, 0o700)

  const second = await startApp(t, settings)
  assert.equal(await totalOf(second, 'cat'), total)
  await fill(second, 100)
  const more = await totalOf(second, 'cat')
  assert.ok(more > total)
  await second.stop()

  // Damaged: it is rebuilt.
  for (const name of await readdir(join(folder, 'search'))) await truncate(join(folder, 'search', name), 10)
  const third = await startApp(t, settings)
  await until('the index is built', () => isReady(third))
  assert.equal(await totalOf(third, 'cat'), more)
})

test('words of the synonyms file find each other', async (t) => {
  const file = join(await dataFolder(t), 'synonyms.txt')
  await writeFile(file, '# ours\nzorblax, cat\n')
  const app = await startApp(t, { SYNONYMS_FILE: file, WORKER_CONCURRENCY: '0' })
  await fill(app, 100)
  assert.ok((await totalOf(app, 'zorblax')) > 0)
})

test('search reindex has a running service rebuild its index', async (t) => {
  const folder = await dataFolder(t)
  const held = Promise.withResolvers<void>()
  const builder = builderOf(folder)
  const build = builder.build.bind(builder)
  t.mock.method(builder, 'build', (...given: Parameters<typeof build>) =>
    held.promise.then(() => build(...given)),
  )
  const settings = { DATA_DIR: folder, WORKER_CONCURRENCY: '0' }
  const app = await startApp(t, settings, { searchBuilder: builder })
  // Before the app is stopped, which waits for it.
  cleanUp(t, () => held.resolve())
  await fill(app)
  const total = await totalOf(app, 'cat')
  const { code, err } = await runCommand(['search', 'reindex'], { DATA_DIR: app.folder }).ended
  assert.equal(code, 0, err)
  await app.noticeChanges()
  const { status, headers } = await app.post('/api/find', { q: 'cat' })
  assert.equal(status, 503)
  assert.match(headers.get('retry-after') ?? '', /^\d+$/)
  held.resolve()
  await until('the index is built', () => isReady(app))
  assert.equal(await totalOf(app, 'cat'), total)
})
