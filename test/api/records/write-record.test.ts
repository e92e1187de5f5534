import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import fastify from 'fastify'
import { ratings } from '#src/catalogue/gif.ts'
import { presentGifWithCategory } from '#src/http/records/present.ts'
import { gifAnswer } from '#src/http/api/schemas.ts'
import { apiRecordWriter, fullRecordWriter } from '#src/http/api/write-record.ts'
import { renditionNames } from '#src/media/rendition.ts'
import { createMediaUrls } from '#src/media/media-urls.ts'
import { gifRecord, storedRecord } from '../../support/stores/gif-records.ts'
import { anyText } from '../../support/hostile-texts.ts'
import { randomRuns } from '../../support/full-run.ts'
import { fakeOf } from '../../support/fakes.ts'
import type { CatalogueStore } from '#src/catalogue/catalogue-store.ts'

const mediaUrls = createMediaUrls({
  mediaUrl: () => 'https://media.test/a"b\\c',
  siteMediaUrl: () => 'https://site.test/media',
  secret: 'x',
  clock: { now: () => 0 },
  privateTtlSeconds: 60,
})

const file = fc.record({
  width: fc.nat(10_000),
  height: fc.nat(10_000),
  bytes: fc.option(fc.nat(2 ** 39)),
  frames: fc.nat(100_000),
})

const gifs = fc
  .record({
    code: anyText,
    title: anyText,
    tags: fc.array(anyText, { maxLength: 20 }),
    category: fc.record({ id: fc.nat(), code: anyText, name: anyText }),
    mediaId: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
    width: fc.nat(10_000),
    height: fc.nat(10_000),
    durationMs: fc.nat(10_000_000),
    frames: fc.nat(100_000),
    visibility: fc.constantFrom('public' as const, 'unlisted' as const),
    rating: fc.constantFrom(null, ...ratings),
    createdAt: fc.nat(4_000_000_000_000),
    alt: fc.option(anyText),
    flashing: fc.constantFrom(null, true, false),
    renditions: fc.dictionary(fc.constantFrom(...renditionNames), file),
  })
  .map((given) => gifRecord(given))

test("a record written by hand is identical to the schema's output, byte for byte", async () => {
  const app = fastify()
  app.post('/', { schema: { response: { 200: gifAnswer } } }, async () => answer)
  let answer: unknown
  await fc.assert(
    fc.asyncProperty(
      gifs,
      fc.boolean(),
      fc.constantFrom('g' as const, 'pg' as const, 'pg-13' as const),
      async (...given) => {
        const [gif, renditions, defaultRating] = given
        const deps = { catalogue: fakeOf<CatalogueStore>({ defaultRating }), mediaUrls }
        answer = { status: 'done', result: [presentGifWithCategory(gif, deps, { renditions })] }
        const { body } = await app.inject({ method: 'POST', url: '/' })
        const write = renditions ? fullRecordWriter(deps) : apiRecordWriter(deps)
        assert.equal(`{"status":"done","result":[${write(storedRecord(gif)).head}]}`, body)
      },
    ),
    randomRuns(500),
  )
})
