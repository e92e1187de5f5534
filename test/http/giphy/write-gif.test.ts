import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { type Gif, ratings } from '#src/catalogue/gif.ts'
import { gifWriter } from '#src/http/giphy/gif-writer.ts'
import { giphyImages, type ImageSpec } from '#src/http/giphy/image-renditions.ts'
import { gifSchema } from './schemas.ts'
import { mainRenditions, renditionNames, renditions, type Renditions } from '#src/media/rendition.ts'
import { renditionShape } from '#src/media/rendition.ts'
import { gifRecord, storedRecord } from '../../support/stores/gif-records.ts'
import { randomRuns } from '../../support/full-run.ts'
import { fakeOf } from '../../support/fakes.ts'
import type { MediaUrls } from '#src/media/media-urls.ts'

const siteUrl = 'https://gifs.example.org'
const write = gifWriter({
  siteUrl: () => siteUrl,
  mediaUrls: fakeOf<MediaUrls>({
    urlOf: (gif, name) => `https://media.example.org/gifs/${gif.mediaId}/${renditions[name].file}`,
  }),
  defaultRating: 'pg',
})
const schema = Compile(gifSchema)

type Written = {
  id: string
  slug: string
  embed_url: string
  rating: string
  is_sticker: number
  images: Record<string, Record<string, string>>
  [key: string]: unknown
}

function written(gif: Gif): Written {
  return JSON.parse(write(storedRecord(gif)).head) as Written
}

/** A GIF of any size, with any part of the ladder; every file has different bytes. */
const gifs = fc
  .record({
    title: fc.string({ unit: 'binary', maxLength: 80 }),
    alt: fc.option(fc.string({ unit: 'grapheme' })),
    tags: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 }),
    rating: fc.constantFrom(null, ...ratings),
    hasAlpha: fc.constantFrom(null, true, false),
    width: fc.integer({ min: 1, max: 1920 }),
    height: fc.integer({ min: 1, max: 1920 }),
    frames: fc.integer({ min: 1, max: 900 }),
    durationMs: fc.integer({ min: 20, max: 60_000 }),
    createdAt: fc.integer({ min: 0, max: 4_000_000_000_000 }),
    made: fc.subarray(renditionNames),
    base: fc.integer({ min: 1, max: 9_000_000 }),
  })
  .map(({ made, base, ...gif }): Gif => {
    const names = new Set([...mainRenditions, ...made])
    const files: Renditions = Object.fromEntries(
      [...names].map((name, index) => [name, { ...renditionShape(name, gif), bytes: base + index }]),
    )
    return gifRecord({ ...gif, renditions: files })
  })

test('every record follows the interface, and each file has its declared size', () => {
  fc.assert(
    fc.property(gifs, (gif) => {
      const record = written(gif)
      const isRight: boolean = schema.Check(record)
      assert.ok(isRight, JSON.stringify(schema.Errors(record)))
      assert.equal(record.id, gif.code)
      assert.equal(record.slug.split('-').at(-1), gif.code)
      assert.equal(record.embed_url, `${siteUrl}/embed/${gif.code}`)
      assert.equal(record.is_sticker, gif.hasAlpha === true ? 1 : 0)
      assert.equal(record.rating, gif.rating ?? 'pg')
      const fileAt = new Map(
        renditionNames.map((name) => [renditions[name].file, gif.renditions[name]] as const),
      )
      for (const [name, image] of Object.entries(record.images)) {
        const spec: ImageSpec = giphyImages[name as keyof typeof giphyImages]
        const fileOf = (key: 'url' | 'mp4' | 'webp') => fileAt.get(image[key]?.split('/').at(-1) ?? '')
        for (const key of ['url', 'mp4', 'webp'] as const) {
          if (spec[key] === undefined) continue
          const file = fileOf(key)
          assert.ok(file, `${name} has an existing file`)
          assert.equal(image[key === 'url' ? 'size' : `${key}_size`], String(file.bytes))
        }
        if (name === 'looping') continue
        const shown = fileOf(spec.url === undefined ? 'mp4' : 'url')!
        assert.deepEqual([image.width, image.height], [String(shown.width), String(shown.height)])
      }
    }),
    randomRuns(300),
  )
})

test('with a complete ladder, each key has exactly the file of its name', () => {
  const size = { width: 1200, height: 900, frames: 60, durationMs: 4000 }
  const files = Object.fromEntries(
    renditionNames.map((name) => [name, { ...renditionShape(name, size), bytes: 1000 }]),
  )
  const { images } = written(gifRecord({ ...size, renditions: files }))
  for (const [name, spec] of Object.entries(giphyImages) as [string, ImageSpec][]) {
    for (const key of ['url', 'mp4', 'webp'] as const) {
      const rendition = spec[key]
      if (rendition !== undefined) assert.ok(images[name]?.[key]?.endsWith(`/${renditions[rendition].file}`))
    }
  }
  const { original, fixed_width: fixedWidth, fixed_height: fixedHeight, looping } = images
  assert.partialDeepStrictEqual(original, { width: '1200', height: '900', frames: '60', size: '1000' })
  assert.partialDeepStrictEqual(fixedWidth, { width: '200', height: '150' })
  assert.partialDeepStrictEqual(fixedHeight, { width: '267', height: '200' })
  assert.deepEqual(Object.keys(looping!), ['mp4_size', 'mp4'])
})

test('titles become slugs, and the alternative text defaults to the title', () => {
  const plain = written(gifRecord({ code: 'abc123abc123', title: ' Ça va?  Oui -- "déjà" ', alt: null }))
  assert.equal(plain.slug, 'ca-va-oui-deja-abc123abc123')
  assert.equal(plain.alt_text, ' Ça va?  Oui -- "déjà" ')
  assert.equal(written(gifRecord({ code: 'abc123abc123', title: '猫' })).slug, 'abc123abc123')
  assert.equal(written(gifRecord({ alt: 'A frog in a pond' })).alt_text, 'A frog in a pond')
})

test('each key has the size, the frames and the limit of bytes that the interface documents', () => {
  for (const [name, spec] of Object.entries(giphyImages) as [string, ImageSpec][]) {
    for (const key of ['url', 'mp4', 'webp'] as const) {
      const rendition = spec[key]
      if (rendition === undefined) continue
      const { box, codec, frames, maxBytes } = renditions[rendition]
      const side = name.includes('_small') ? 100 : 200
      if (name.startsWith('fixed_height')) assert.deepEqual(box, { width: Infinity, height: side }, name)
      if (name.startsWith('fixed_width')) assert.deepEqual(box, { width: side, height: Infinity }, name)
      if (name.startsWith('original') || name === 'looping') assert.equal(box, null, name)
      const kind = { url: name === 'preview_webp' ? 'webp' : 'gif', mp4: 'h264', webp: 'webp' }[key]
      assert.equal(codec, name.endsWith('_still') ? 'jpeg' : kind, name)
      const isShort = name.startsWith('preview')
      const shown = name.endsWith('_still') ? 'first' : name.endsWith('_downsampled') ? 'six' : 'all'
      assert.equal(frames, isShort ? 'start' : shown, name)
      const bounds: Record<string, number> = {
        downsized: 2_000_000,
        downsized_medium: 5_000_000,
        downsized_large: 8_000_000,
        downsized_small: 200_000,
      }
      assert.equal(maxBytes, isShort ? 50_000 : (bounds[name] ?? null), name)
    }
  }
  assert.deepEqual(renditions[giphyImages['480w_still'].url].box, { width: 480, height: Infinity })
})
