import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { type UpstreamFile, upstreamFormats } from '#src/catalogue/upstream.ts'
import { formatsOf, readMediaFilter } from '#src/http/tenor/media-formats.ts'
import { presentUpstream } from '#src/http/tenor/present-upstream.ts'
import { pageAnswer, resultObject } from './answers.ts'
import { startApp } from '#test/support/app.ts'
import { publishGif } from '#test/support/stores/gifs.ts'

const isPage = Compile(pageAnswer)
const isResult = Compile(resultObject)

test('a list continues with the GIFs of an upstream server, under addresses of this one, to its end', async (t) => {
  const settings = { WORKER_CONCURRENCY: '0', DEFAULT_RATING: 'g' }
  const far = await startApp(t, settings)
  const near = await startApp(t, {
    ...settings,
    UPSTREAM_URL: `${far.url}/v2`,
    SOURCE_ALLOWED_HOSTS: new URL(far.url).host,
  })
  for (const [app, count] of [
    [far, 12],
    [near, 7],
  ] as const)
    await app.withStores(async (stores) => {
      for (let at = 0; at < count; at++)
        await publishGif(stores, { title: `Heron ${app === far ? 'far' : 'near'} ${at}`, hasAlpha: at < 2 })
    })
  const walk = async (path: string) => {
    const found: { id: string; title: string }[] = []
    for (let pos = ''; ;) {
      const { body } = await near.json(`/v2/${path}&pos=${pos}`)
      const page: unknown = body
      assert.ok(isPage.Check(page), JSON.stringify(isPage.Errors(page).slice(0, 3)))
      found.push(...page.results)
      for (const { media_formats: formats, itemurl } of page.results) {
        assert.ok(new URL(itemurl).origin === near.url && Object.keys(formats).length === 2)
        for (const media of Object.values(formats)) assert.equal(new URL(media?.url ?? '').origin, near.url)
      }
      if (page.next === '') return found
      pos = page.next
    }
  }
  for (const path of ['search?q=heron&limit=5', 'featured?limit=4', 'search?q=heron&random=true&limit=7']) {
    const found = await walk(`${path}&media_filter=gif,webm`)
    assert.equal(new Set(found.map(({ id }) => id)).size, 19, path)
    const places = found.map(({ title }) => title.includes('near'))
    assert.ok(places.slice(0, 7).every(Boolean) && !places.slice(7).some(Boolean), path)
  }
  const stickers = await walk('featured?searchfilter=sticker&limit=3&media_filter=gif,gif_transparent')
  assert.equal(stickers.length, 4)
})

test('an upstream GIF has every format, using those of the upstream server', () => {
  const fileOf = (format: string): [string, UpstreamFile] => [
    format,
    { url: `https://here.test/${format}`, width: 2, height: 1, durationMs: 10, bytes: 5 },
  ]
  const present = (formats: readonly string[], mediaFilter?: string) => {
    const files = new Map(formats.map(fileOf))
    const gif = {
      id: '7',
      title: 'A "GIF"',
      description: '',
      tags: ['x'],
      createdAt: 5,
      isSticker: true,
      files,
    }
    const result: unknown = JSON.parse(presentUpstream(gif, readMediaFilter(mediaFilter)))
    assert.ok(isResult.Check(result), JSON.stringify(isResult.Errors(result).slice(0, 3)))
    return result
  }
  const namesOf = ({ media_formats: formats }: ReturnType<typeof present>) =>
    Object.fromEntries(
      Object.entries(formats).map(([format, media]) => [format, media?.url.split('/').at(-1)]),
    )
  const full = present(upstreamFormats)
  assert.deepEqual([full.content_description, full.flags], ['A "GIF"', ['sticker']])
  assert.deepEqual(Object.keys(full.media_formats), formatsOf({ hasAlpha: true }))
  const own = namesOf(full)
  for (const format of upstreamFormats) assert.equal(own[format], format)
  assert.deepEqual(
    [own['loopedmp4'], own['gifpreview'], own['tinygif_transparent'], own['nanowebppreview_transparent']],
    ['mp4', 'preview', 'tinygif', 'nanogifpreview'],
  )
  const few = namesOf(present(['gif', 'tinygif', 'tinymp4']))
  assert.deepEqual(
    [few['mediumgif'], few['nanogif'], few['mp4'], few['nanowebm'], few['webp'], few['preview']],
    ['gif', 'tinygif', 'tinymp4', 'tinymp4', 'gif', 'gif'],
  )
  assert.deepEqual(Object.keys(present(upstreamFormats, 'webm,gif').media_formats), ['gif', 'webm'])
})
