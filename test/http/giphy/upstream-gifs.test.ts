import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { type UpstreamGif, upstreamFormats } from '#src/catalogue/upstream.ts'
import { ratings } from '#src/catalogue/gif.ts'
import { gifSchema } from './schemas.ts'
import { writeUpstreamGif } from '#src/http/giphy/upstream-gifs.ts'
import { randomRuns } from '../../support/full-run.ts'

const schema = Compile(gifSchema)
const siteUrl = 'https://gifs.example.org'

const fileOf = (format: string, bytes = 1000) => ({
  url: `https://media.example.org/upstream/${format}`,
  width: 400,
  height: 300,
  durationMs: 1000,
  bytes,
})

const upstreamGifs = fc
  .record({
    id: fc.string({ minLength: 1, maxLength: 30 }),
    title: fc.string({ unit: 'grapheme' }),
    description: fc.string({ unit: 'grapheme' }),
    tags: fc.array(fc.string()),
    createdAt: fc.double({ noNaN: true }),
    isSticker: fc.boolean(),
    formats: fc.subarray([...upstreamFormats]),
    bytes: fc.integer({ min: 0, max: 9_000_000 }),
  })
  .map(({ formats, bytes, ...gif }): UpstreamGif => {
    const files = new Map([...new Set(['gif', ...formats])].map((format) => [format, fileOf(format, bytes)]))
    return { ...gif, files }
  })

test('a GIF of an upstream server has every key, whatever formats it has', () => {
  fc.assert(
    fc.property(upstreamGifs, fc.constantFrom(...ratings), (gif, rating) => {
      const record: unknown = JSON.parse(writeUpstreamGif(gif, rating, siteUrl))
      assert.ok(schema.Check(record), JSON.stringify(schema.Errors(record).slice(0, 3)))
      const { id, embed_url: embedUrl, slug } = record
      assert.ok(id === gif.id && embedUrl.endsWith(`/${id}`) && slug.endsWith(id))
    }),
    randomRuns(100),
  )
})

test('each key has the format of its kind and size', () => {
  const files = new Map(upstreamFormats.map((format) => [format, fileOf(format)] as const))
  const gif = { id: '1', title: '', description: 'A cat', tags: [], createdAt: 0, isSticker: false, files }
  const record = JSON.parse(writeUpstreamGif(gif, 'g', siteUrl)) as {
    title: string
    images: Record<string, Record<string, string>>
  }
  const formatOf = (image: string, key = 'url') => record.images[image]?.[key]?.split('/').at(-1)
  assert.equal(record.title, 'A cat')
  assert.deepEqual(
    ['url', 'mp4', 'webp'].map((key) => formatOf('original', key)),
    ['gif', 'mp4', 'webp'],
  )
  assert.deepEqual(
    ['url', 'mp4', 'webp'].map((key) => formatOf('fixed_width', key)),
    ['tinygif', 'tinymp4', 'tinywebp'],
  )
  assert.deepEqual(
    ['fixed_height_small', 'fixed_height_small_still', 'fixed_width_still', 'original_still'].map((image) =>
      formatOf(image),
    ),
    ['nanogif', 'nanogifpreview', 'tinygifpreview', 'preview'],
  )
})
