import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { formatsOf, type MediaFormat, mediaFormats } from '#src/http/tenor/media-formats.ts'
import { tenorRecordWriter } from '#src/http/tenor/present.ts'
import { resultObject } from './answers.ts'
import type { Gif } from '#src/catalogue/gif.ts'
import { createMediaUrls } from '#src/media/media-urls.ts'
import { type RenditionName, renditionNames, type Renditions } from '#src/media/rendition.ts'
import { renditionsOf } from '../../contract/stores.ts'
import { gifRecord, storedRecord } from '../../support/stores/gif-records.ts'
import { anyText } from '../../support/hostile-texts.ts'
import { randomRuns } from '../../support/full-run.ts'

const mediaUrls = createMediaUrls({
  mediaUrl: () => 'https://media.test/files',
  siteMediaUrl: () => 'https://site.test/media',
  secret: 'x',
  clock: { now: () => 0 },
  privateTtlSeconds: 60,
})
const write = tenorRecordWriter({ siteUrl: () => 'https://site.test', mediaUrls })
const isResult = Compile(resultObject)

type Result = Static<typeof resultObject>

function present(gif: Gif): Result {
  const { head, parts = [], tail } = write(storedRecord(gif))
  const result: unknown = JSON.parse(head + parts.join(',') + tail)
  assert.ok(isResult.Check(result), JSON.stringify(isResult.Errors(result)))
  return result
}

const file = fc.record({
  width: fc.integer({ min: 1, max: 4000 }),
  height: fc.integer({ min: 1, max: 4000 }),
  bytes: fc.integer({ min: 1, max: 500_000_000 }),
  frames: fc.integer({ min: 1, max: 5000 }),
})
const size = { width: 480, height: 270, frames: 36 }
const renditions: fc.Arbitrary<Renditions> = fc
  .dictionary(fc.constantFrom(...renditionNames), file)
  .map((made) => Object.assign(renditionsOf(size), made))
const gifs = fc
  .record({
    title: anyText,
    alt: fc.option(anyText),
    tags: fc.array(anyText, { maxLength: 20 }),
    durationMs: fc.integer({ min: 1, max: 10_000_000 }),
    frames: fc.integer({ min: 1, max: 5000 }),
    hasAlpha: fc.constantFrom(null, false, true),
    renditions,
    createdAt: fc.nat(4_000_000_000_000),
  })
  .map((given) => gifRecord(given))

test('a result has every format, each described like the file that represents it', () => {
  fc.assert(
    fc.property(gifs, (gif) => {
      const result = present(gif)
      assert.deepEqual(Object.keys(result.media_formats), formatsOf(gif))
      assert.equal(result.id, gif.tenorId)
      assert.equal(result.title, gif.title)
      assert.equal(result.content_description, gif.alt ?? gif.title)
      assert.deepEqual(result.tags, gif.tags)
      assert.equal(result.itemurl, `https://site.test/${gif.code}`)
      assert.equal(result.created, gif.createdAt / 1000)
      assert.equal(result.flags.includes('sticker'), gif.hasAlpha === true)
      assert.equal(result.flags.includes('static'), gif.frames === 1)
      const urls = new Map(renditionNames.map((name) => [mediaUrls.urlOf(gif, name), name]))
      for (const [format, media] of Object.entries(result.media_formats)) {
        const name = urls.get(media?.url ?? '') as RenditionName
        const file = gif.renditions[name]
        assert.deepEqual([media?.dims, media?.size], [[file?.width, file?.height], file?.bytes], format)
        const own = mediaFormats[format as MediaFormat]
        if (gif.renditions[own] !== undefined) assert.equal(name, own, format)
      }
    }),
    randomRuns(200),
  )
})

test('stills have no duration, and a format that is not made yet is of the same kind', () => {
  const { media_formats: formats } = present(gifRecord({ durationMs: 2000 }))
  const kinds = Object.entries(formats).map(([format, media]) => [
    format,
    `${media?.url.split('/').at(-1)} ${media?.duration}`,
  ])
  const gif = 'gif.gif 2'
  const mp4 = 'video.mp4 2'
  const webp = 'animation.webp 2'
  const still = 'thumb.jpg 0'
  assert.deepEqual(Object.fromEntries(kinds), {
    ...{ gif, mediumgif: gif, tinygif: gif, nanogif: gif },
    ...{ mp4, loopedmp4: mp4, tinymp4: mp4, nanomp4: mp4, webm: mp4, tinywebm: mp4, nanowebm: mp4 },
    ...{ webp, tinywebp: webp, nanowebp: webp },
    ...{ preview: still, gifpreview: still, tinygifpreview: still, nanogifpreview: still },
  })
})

test('times are written with a decimal point', () => {
  const record = storedRecord(gifRecord({ createdAt: 1_700_000_000_000, durationMs: 3000 }))
  const { head, parts = [] } = write(record)
  assert.match(head, /"created":1700000000\.0,/)
  assert.match(parts[0] ?? '', /"duration":3\.0,/)
})
