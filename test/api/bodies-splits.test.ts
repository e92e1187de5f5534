import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import * as fc from 'fast-check'
import { type BodyReader, Fields, TextBuffer } from '../../src/http/bodies/fields.ts'
import { FormReader } from '../../src/http/bodies/form-reader.ts'
import { parseHeader } from '../../src/http/bodies/header-parameters.ts'
import { JsonReader } from '../../src/http/bodies/json-reader.ts'
import { MultipartReader } from '../../src/http/bodies/multipart-reader.ts'
import { Uploads } from '../../src/http/bodies/uploads.ts'
import { UploadedFile } from '../../src/creation/values/uploaded-file.ts'
import { AppError } from '../../src/lib/app-error.ts'
import { type Encoded, encodings } from '../support/http/body-encodings.ts'
import { dataUrl } from '../support/http/body-server.ts'
import { randomRuns } from '../support/full-run.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bodies-splits-'))
})
after(async () => {
  await rm(folder, { recursive: true })
})

function makeReader(contentType: string, fields: Fields, uploads: Uploads): BodyReader {
  const text = new TextBuffer(64 * 1024)
  const boundary = parseHeader(contentType)?.parameters.get('boundary') ?? ''
  if (contentType === 'application/json') return new JsonReader(fields, uploads, text)
  if (contentType === 'application/x-www-form-urlencoded') return new FormReader(fields, uploads, text)
  return new MultipartReader(fields, uploads, text, boundary)
}

/** Reads the body cut at the given positions; files are returned as their content. */
async function read({ contentType, body }: Encoded, cuts: number[]): Promise<Record<string, unknown>> {
  const fields = new Fields(100)
  const policy = {
    fields: ['video', 'pictures[]'],
    maxFiles: 10,
    maxFileBytes: 2 ** 20,
    maxTotalBytes: 2 ** 20,
    folder,
  }
  const uploads = new Uploads(policy)
  const reader = makeReader(contentType, fields, uploads)
  const places = [0, ...cuts.map((cut) => cut % (body.length + 1)).toSorted((a, b) => a - b), body.length]
  try {
    for (const [index, place] of places.entries()) {
      // A copy: readers may change their input.
      await reader.write(Buffer.from(body.subarray(place, places[index + 1])))
    }
    await reader.end()
    const shown = Object.entries(fields.values).map(async ([name, value]) => [name, await show(value)])
    return Object.fromEntries(await Promise.all(shown))
  } finally {
    await uploads.discard()
    assert.deepEqual(await readdir(folder), [])
  }
}

async function show(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(show))
  return value instanceof UploadedFile
    ? { type: value.declaredType, content: await readFile(value.path, 'hex') }
    : value
}

const video = randomBytes(601)
const picture = Buffer.from('ff'.repeat(31), 'hex')
const pairs: [string, string][] = [
  ['title', 'Ünï "\\ /%+&=\r\n--x 🎉'],
  ['video', dataUrl('video/mp4', video)],
  ['pictures[]', dataUrl('image/png', picture)],
  ['pictures[]', dataUrl('image/gif', Buffer.from('GIF'))],
  ['tags[]', 'a'],
]
const expected = {
  title: 'Ünï "\\ /%+&=\r\n--x 🎉',
  video: { type: 'video/mp4', content: video.toString('hex') },
  pictures: [
    { type: 'image/png', content: picture.toString('hex') },
    { type: 'image/gif', content: Buffer.from('GIF').toString('hex') },
  ],
}

describe('a body may be split anywhere', () => {
  for (const { name, encode } of encodings) {
    const encoded = encode(pairs)
    const all = { ...expected, tags: name.startsWith('JSON') ? ['a'] : 'a' }

    test(`${name}: into single bytes`, async () => {
      assert.deepEqual(await read(encoded, [...encoded.body.keys()]), all)
    })

    test(`${name}: into random pieces`, async () => {
      const cuts = fc.array(fc.nat(encoded.body.length), { maxLength: 40 })
      await fc.assert(
        fc.asyncProperty(cuts, async (places) => assert.deepEqual(await read(encoded, places), all)),
        randomRuns(60),
      )
    })
  }
})

describe('a damaged body gives an AppError or values, and leaves no file', () => {
  for (const { name, encode } of encodings) {
    const encoded = encode(pairs)

    test(name, async () => {
      const damage = fc.record({
        at: fc.nat(encoded.body.length - 1),
        removed: fc.nat(20),
        inserted: fc.oneof(
          fc.uint8Array({ maxLength: 8 }),
          fc.constantFrom('"', '\\', '{', '[', '}', ']', ',', '&', '=', '%', '\r\n--'),
        ),
        length: fc.nat(encoded.body.length),
      })
      await fc.assert(
        fc.asyncProperty(damage, fc.boolean(), async ({ at, removed, inserted, length }, truncate) => {
          const parts = [
            encoded.body.subarray(0, at),
            Buffer.from(inserted),
            encoded.body.subarray(at + removed),
          ]
          const whole = Buffer.concat(parts)
          const body = truncate ? whole.subarray(0, length) : whole
          try {
            await read({ ...encoded, body }, [at, at + 1])
          } catch (error) {
            assert.ok(error instanceof AppError, String(error))
          }
        }),
        randomRuns(300),
      )
    })
  }

  test('text that JSON.parse accepts gives the same result as JSON.parse', async () => {
    const values = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { noNullPrototype: true })
    await fc.assert(
      fc.asyncProperty(values, fc.array(fc.nat(), { maxLength: 5 }), async (value, cuts) => {
        const safe = Object.fromEntries(Object.entries(value).filter(([key]) => /^[a-z ]+$/i.test(key)))
        const plain = Object.fromEntries(
          Object.entries(safe).filter(
            ([key]) => !['video', 'pictures', 'constructor', 'prototype'].includes(key),
          ),
        )
        const text = JSON.stringify(plain, null, cuts.length)
        assert.deepEqual(
          await read({ contentType: 'application/json', body: Buffer.from(text) }, cuts),
          JSON.parse(text),
        )
      }),
      randomRuns(200),
    )
  })
})
