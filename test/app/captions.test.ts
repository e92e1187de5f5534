import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { maxUses } from '#src/catalogue/gif.ts'
import type { DemoGif } from '#src/adapters/db/shared/catalogue/demo-gifs.ts'
import { readCaptions } from '#src/app/captions.ts'
import { countLines, maxLineBytes } from '#src/lib/text/json-lines.ts'

const categories = [
  { id: 1, code: 'animals', name: 'Animals' },
  { id: 2, code: 'food', name: 'Food & Drink' },
  { id: 3, code: 'other', name: 'Other' },
  { id: 4, code: 'tv', name: 'TV' },
]

/** The captions read from these bytes, and the error that ends them. */
async function read(chunks: Iterable<Buffer>, batch = 2): Promise<{ gifs: DemoGif[]; error: string | null }> {
  const gifs: DemoGif[] = []
  try {
    for await (const some of readCaptions(Readable.from(chunks), categories, batch)) {
      assert.ok(some.length > 0 && some.length <= batch)
      gifs.push(...some)
    }
    return { gifs, error: null }
  } catch (error) {
    assert.ok(error instanceof Error)
    return { gifs, error: error.message }
  }
}

/** The error for a line after two good ones; the captions before it are still returned. */
async function errorOf(line: string | Buffer): Promise<string | null> {
  const good = Buffer.from('{"title":"one","tags":[]}\n\n{"title":"two","tags":[]}\n')
  const { gifs, error } = await read([Buffer.concat([good, Buffer.from(line), good])], 100)
  assert.deepEqual(
    gifs.slice(0, 2).map(({ title }) => title),
    ['one', 'two'],
  )
  return error
}

const lineOf = (fields: object) => `${JSON.stringify({ title: 'A cat', tags: [], ...fields })}\n`

test('captions are read the same way however their bytes arrive', async () => {
  const text = Buffer.from(
    [
      '\ufeff{"title":" A  cat ","tags":["Cat","cat",""],"category":"animals","nsfw":true,"uses":12}\r',
      '{"title":"Ein Käse 🧀","tags":["käse"],"category":"food & drink","extra":{"a":1}}',
      '  ',
      '{"title":"x","tags":[],"category":null,"nsfw":0,"uses":null}',
    ].join('\n'),
  )
  const expected = [
    { title: 'A cat', tags: ['cat'], categoryId: 1, rating: 'r', uses: 12 },
    { title: 'Ein Käse 🧀', tags: ['käse'], categoryId: 2, rating: null, uses: 0 },
    { title: 'x', tags: [], categoryId: 3, rating: null, uses: 0 },
  ]
  for (const size of [1, 2, 7, 100, 1000]) {
    const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      text.subarray(index * size, (index + 1) * size),
    )
    assert.deepEqual(await read(chunks), { gifs: expected, error: null })
    assert.equal(await countLines(Readable.from(chunks)), 4)
  }
  assert.equal(await countLines(Readable.from([])), 0)
  assert.equal(await countLines(Readable.from([Buffer.from('a\nb\n')])), 2)
})

test('a malformed caption is refused with its line number and the expected form', async () => {
  const refused: [string | Buffer, RegExp][] = [
    ['{"title":"A cat"', /one JSON object/],
    ['[]\n', /one JSON object/],
    ['null\n', /one JSON object/],
    ['"cat"\n', /one JSON object/],
    [Buffer.from([0xff, 0x0a]), /UTF-8/],
    [lineOf({ title: undefined }), /`title` must have 1 to 200 characters/],
    [lineOf({ title: 7 }), /`title`/],
    [lineOf({ title: ' \u0000 ' }), /`title`/],
    [lineOf({ title: 'a'.repeat(201) }), /`title`/],
    [lineOf({ tags: undefined }), /`tags` must be a list of at most 20 strings of at most 50 characters/],
    [lineOf({ tags: 'cat' }), /`tags`/],
    [lineOf({ tags: [1] }), /`tags`/],
    [lineOf({ tags: ['a'.repeat(51)] }), /`tags`/],
    [lineOf({ tags: Array.from({ length: 21 }, (_, index) => `tag${index}`) }), /`tags`/],
    [lineOf({ category: 'frogs' }), /no category "frogs".*category list/],
    [lineOf({ category: 1 }), /`category` must be the code or the name/],
    [lineOf({ nsfw: 'yes' }), /`nsfw` must be true or false/],
    [lineOf({ uses: -1 }), /`uses` must be a whole number from 0/],
    [lineOf({ uses: 1.5 }), /`uses`/],
    [lineOf({ uses: '3' }), /`uses`/],
    [lineOf({ uses: maxUses + 1 }), /`uses`/],
  ]
  for (const [line, message] of refused) {
    const error = await errorOf(line)
    assert.match(error ?? '', /^Line 4: /)
    assert.match(error ?? '', message)
  }
  assert.equal(
    await errorOf(lineOf({ title: '😀'.repeat(200), tags: ['a'.repeat(50)], uses: maxUses })),
    null,
  )
})

test('an endless line of captions is refused once it is too long', async () => {
  let given = 0
  function* endless() {
    for (;;) {
      given += 1000
      yield Buffer.alloc(1000, 'x')
    }
  }
  const { error } = await read(endless())
  assert.equal(error, `Line 1: A line must have at most ${maxLineBytes} bytes.`)
  assert.ok(given < 2 * maxLineBytes + 100_000, String(given))
  const long = lineOf({ extra: 'x'.repeat(maxLineBytes) })
  assert.match((await errorOf(long)) ?? '', /^Line 4: A line must have at most/)
})
