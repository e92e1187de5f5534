import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import sharp from 'sharp'
import { fillWithDemo } from '#src/app/demo.ts'
import { startApp } from '../support/app.ts'
import { runCommand, runHere } from '../support/processes/command.ts'
import { testConfig } from '../support/instance.ts'
import { openStoresOf } from '../support/stores/moving.ts'
import { storeGif } from '../support/stores/stored-gifs.ts'
import { fullTest, isFullRun } from '../support/full-run.ts'

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-demo-test-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function fileOf(t: TestContext, lines: string[]): Promise<string> {
  const file = join(await newFolder(t), 'captions.jsonl')
  await writeFile(file, lines.join('\n'))
  return file
}

test('a running service finds the GIFs of demo --captions by their words, with all data of the file', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const file = await fileOf(t, [
    '{"title": "A walrus waves", "tags": ["Wave", "wave"], "category": "animals", "uses": 3}',
    '',
    '{"title": "A walrus in Hogwarts", "tags": [], "category": "fashion & beauty", "nsfw": true, "uses": 12, "id": 7}',
    '{"title": "The walrus again", "tags": ["ocean"]}',
  ])
  const { code, err } = await runHere(['demo', '--captions', file], { DATA_DIR: app.folder })
  assert.equal(code, 0, err)
  assert.match(err, /^3 GIFs added\.$/m)
  await app.noticeChanges()
  const { body } = await app.post('/api/find', { q: 'walrus', nsfw: 1 })
  assert.equal(body.total, 3)
  assert.deepEqual(
    body.result.map(({ title, tags, nsfw, category }) => [title, tags, nsfw, category.code]),
    [
      ['A walrus in Hogwarts', [], true, 'fashion'],
      ['A walrus waves', ['wave'], false, 'animals'],
      ['The walrus again', ['ocean'], false, 'other'],
    ],
  )
  const trending = await app.json('/api/trending?nsfw=1')
  assert.deepEqual(trending.body.result.map(({ title }) => title).slice(0, 2), [
    'A walrus in Hogwarts',
    'A walrus waves',
  ])
  const [record] = (await app.json(`/api/gif/${body.result[0]?.code}`)).body.result
  const renditions = Object.entries(record?.renditions ?? {})
  assert.ok(renditions.length >= 20, 'the whole ladder')
  for (const [name, { url, width, height, bytes }] of renditions) {
    const file = Buffer.from(await (await fetch(url)).arrayBuffer())
    assert.equal(file.length, bytes, name)
    if (/\.(mp4|webm)$/.test(url)) continue
    const decoded = await sharp(file).metadata()
    assert.deepEqual([decoded.width, decoded.pageHeight ?? decoded.height], [width, height], name)
  }
})

const goodLine = '{"title": "A cat", "tags": []}'

fullTest('demo --captions reports a malformed line and the number of GIFs added before it', async (t) => {
  const settings = { DATA_DIR: await newFolder(t) }
  const file = await fileOf(t, [goodLine, goodLine, '{"title": "A cat", "tags": "cat"}', goodLine])
  const fromFile = await runHere(['demo', '--captions', file], settings)
  assert.equal(fromFile.code, 1)
  assert.match(fromFile.err, /^Line 3: `tags` must be a list .*\n2 GIFs were added before that\.\n$/)
  const piped = await runHere(['demo', '--captions', '-'], settings, `{}\n${goodLine}\n`)
  assert.equal(piped.code, 1)
  assert.match(piped.err, /^Line 1: `title` must have 1 to 200 characters\.\nNo GIF was added\.\n$/)
})

fullTest('demo --captions reads standard input, and refuses unreadable input', async (t) => {
  const settings = { DATA_DIR: await newFolder(t) }
  const piped = await runHere(['demo', '--captions', '-'], settings, `${goodLine}\n`)
  assert.deepEqual([piped.code, piped.err], [0, '1 GIF added.\n'])
  const missing = await runHere(['demo', '--captions', 'no-such-file'], settings)
  assert.equal(missing.code, 1)
  assert.match(missing.err, /^no-such-file cannot be read: ENOENT/)
  const both = await runCommand(['demo', '--captions', '-', '--gifs', '5'], settings, goodLine).ended
  assert.equal(both.code, 1)
  assert.match(both.err, /cannot be used with/)
})

test('an interrupted demo stops between two transactions and reports the number of GIFs added', async (t) => {
  const interrupt = new AbortController()
  const onProgress = () => interrupt.abort()
  const config = testConfig({ DATA_DIR: await newFolder(t) })
  await assert.rejects(fillWithDemo(config, { gifs: 100_000 }, { onProgress, signal: interrupt.signal }), {
    message: 'Stopped.\n2000 GIFs were added before that.',
  })
})

test('demo --remove removes exactly the GIFs that demos added', async (t) => {
  const folder = await newFolder(t)
  const settings = { DATA_DIR: folder }
  const stores = await openStoresOf(t, settings)
  const own = await storeGif(stores)
  const sizeOf = async () =>
    (await stores.catalogue.newest({ categoryId: null, maxRating: 'r' }, { start: 0, limit: 1 })).total
  const before = await sizeOf()
  // 2,000 are added in one transaction.
  const gifs = isFullRun ? 2500 : 150
  assert.equal((await runHere(['demo', '--gifs', String(gifs)], settings)).code, 0)
  const between = await storeGif(stores)
  const file = await fileOf(t, [goodLine])
  assert.equal((await runHere(['demo', '--captions', file], settings)).code, 0)
  const demo = await stores.catalogue.newest({ categoryId: null, maxRating: 'r' }, { start: 0, limit: 3000 })
  const [changed = 0, hidden = 0] = demo.ids.filter((id) => ![own.id, between.id].includes(id))
  await stores.catalogue.change(changed, { title: 'changed' })
  await stores.catalogue.change(hidden, { hidden: true })
  const account = await stores.accounts.add({
    email: 'a@example.org',
    premium: false,
    admin: false,
    passwordHash: null,
  })
  await stores.collections.addFavorite(account.id, changed, 10)

  const { code, err } = await runHere(['demo', '--remove'], settings)
  assert.equal(code, 0, err)
  assert.match(err, new RegExp(`^${gifs + 1} GIFs removed\\.\\n$`, 'm'))
  assert.equal(await sizeOf(), before + 1)
  for (const gif of [own, between]) assert.ok((await stores.catalogue.gifByCode(gif.code)) !== undefined)
  const folders = []
  for await (const { name } of stores.mediaStore.listFolders('gifs')) folders.push(name)
  assert.deepEqual(folders.toSorted(), [own.mediaId, between.mediaId].toSorted())
  assert.equal((await runHere(['demo', '--remove'], settings)).err, '0 GIFs removed.\n')

  // From a version that recorded nothing.
  assert.equal((await runHere(['demo', '--gifs', '20'], settings)).code, 0)
  await stores.db.deleteFrom('instance').where('key', '=', 'demo').execute()
  assert.equal((await runHere(['demo', '--remove'], settings)).err, '20 GIFs removed.\n')
  assert.equal(await sizeOf(), before + 1)
})
