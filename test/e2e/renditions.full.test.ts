import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { test } from 'node:test'
import { countMissing } from '#src/creation/make-missing.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { postVideo, statusOf } from '../support/creations.ts'
import { decode } from '../support/media/decoded.ts'
import { makeVideo } from '../support/media/media.ts'
import { makeFolder } from '../support/rendering/rendering.ts'
import { until } from '../support/until.ts'

async function codeOf(app: TestApp, task: string): Promise<string> {
  await until('the GIF is made', async () => (await statusOf(app.url, task)).status === 'done', 60_000)
  return (await statusOf(app.url, task)).result.code
}

/** Checks that every file in the record of a GIF is served with its declared length; returns the number of files. */
async function checkFiles(app: TestApp, code: string): Promise<number> {
  const [record] = (await app.json(`/api/gif/${code}`)).body.result
  const files = Object.entries(record?.renditions ?? {})
  for (const [name, { url, bytes }] of files)
    assert.equal((await (await fetch(url)).arrayBuffer()).byteLength, bytes, name)
  return files.length
}

const mediaTypes: Record<string, string> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  webp: 'image/webp',
}

type DescribedFile = { url: string; width?: number; height?: number; bytes: number; seconds?: number }

/** The files that both compatible interfaces name, each with their description. */
async function describedFiles(app: TestApp): Promise<DescribedFile[]> {
  const read = async (path: string): Promise<unknown> => (await app.fetch(path)).json()
  type Format = { url: string; dims: [number, number]; duration: number; size: number }
  const tenor = (await read('/v2/featured')) as { results: { media_formats: Record<string, Format> }[] }
  const giphy = (await read('/v1/gifs/trending')) as {
    data: { images: Record<string, Record<string, string>> }[]
  }
  const formats = tenor.results.flatMap((result) => Object.values(result.media_formats))
  const images = giphy.data.flatMap((gif) => Object.values(gif.images))
  return [
    ...formats.map(({ url, dims: [width, height], duration, size }) => ({
      ...{ url, width, height, bytes: size, seconds: duration },
    })),
    ...images.flatMap((image) => {
      const size = { width: Number(image.width), height: Number(image.height) }
      const own = image.url === undefined ? image.mp4 : image.url
      return [
        { url: image.url, bytes: Number(image.size) },
        { url: image.mp4, bytes: Number(image.mp4_size) },
        { url: image.webp, bytes: Number(image.webp_size) },
      ].flatMap(({ url, bytes }) =>
        url === undefined ? [] : [{ url, bytes, ...(url === own && image.width !== undefined && size) }],
      )
    }),
  ]
}

test('a new GIF gets its whole ladder, and every address of the interfaces matches its description at any time', async (t) => {
  const app = await startApp(t, { RENDITIONS: 'all', WORKER_CONCURRENCY: '1' })
  const video = await readFile(await makeVideo(t, { seconds: 1, width: 500, height: 300 }))
  const code = await codeOf(app, await postVideo(app.url, video))
  const folder = await makeFolder(t)
  const looked = new Set<string>()
  const look = async (said: DescribedFile) => {
    const key = JSON.stringify(said)
    if (looked.has(key)) return
    looked.add(key)
    const answer = await fetch(said.url)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const file = join(folder, said.url.slice(said.url.lastIndexOf('/') + 1))
    await writeFile(file, bytes)
    assert.equal(answer.status, 200, said.url)
    assert.equal(answer.headers.get('content-type'), mediaTypes[extname(file).slice(1)])
    assert.equal(answer.headers.get('content-length'), String(said.bytes), said.url)
    const decoded = await decode(file)
    if (said.width !== undefined)
      assert.deepEqual([decoded.width, decoded.height], [said.width, said.height], said.url)
    if (said.seconds === 0) assert.equal(decoded.frames.length, 1, said.url)
    else if (said.seconds !== undefined && decoded.frames.length > 1) {
      const shownMs = decoded.delaysMs.reduce((sum, ms) => sum + ms, 0)
      assert.ok(Math.abs(shownMs - said.seconds * 1000) < 200, `${said.url}: ${shownMs} ms`)
    }
  }
  for (const said of await describedFiles(app)) await look(said)
  const before = looked.size
  await app.withStores(async ({ catalogue, mediaStore, tasks, db }) => {
    await until('nothing waits', async () => (await tasks.claims.nextDueInMs()) === undefined, 120_000)
    const { error } = await db
      .selectFrom('task')
      .select('error')
      .where('class', '=', 'derivation')
      .executeTakeFirstOrThrow()
    assert.equal(error, null)
    assert.deepEqual(await countMissing(catalogue), { gifs: 1, lacking: 0, missing: {} })
    await until('its source is removed', async () => {
      for await (const _ of mediaStore.listFolders('sources')) return false
      return true
    })
  })
  await app.noticeChanges()
  for (const said of await describedFiles(app)) await look(said)
  assert.ok(looked.size > before + 10, `${looked.size} files, ${before} of them at first`)
  assert.ok((await checkFiles(app, code)) > 10)
})
