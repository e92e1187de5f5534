import assert from 'node:assert/strict'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { bodyLimits } from '#src/http/bodies/read-body.ts'
import { randomId } from '#src/lib/ids.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { startSite } from '../support/site.ts'

let app: TestApp
const endings: (() => Promise<void>)[] = []
before(async () => {
  app = await startApp(
    { after: (end) => void endings.push(end as () => Promise<void>) },
    { WORKER_CONCURRENCY: '0' },
  )
})
after(async () => {
  for (const end of endings) await end()
})

const types = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  parts: 'multipart/form-data; boundary=b',
}
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

async function find(type: keyof typeof types, body: string | Uint8Array<ArrayBuffer>) {
  return app.json('/api/find', { method: 'POST', headers: { 'content-type': types[type] }, body })
}

test('keys with a meaning in JavaScript are ordinary keys, in each encoding and in addresses', async () => {
  for (const key of [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '__proto__[q]',
    'constructor[prototype][q]',
    'q[__proto__]',
    'q.constructor',
  ]) {
    const answers = [
      await find('json', `{"${key}":{"q":"cat","limit":0,"polluted":1}}`),
      await find('json', `{"${key}":"cat"}`),
      await find('form', `${encodeURIComponent(key)}=cat&${encodeURIComponent(key)}[polluted]=1`),
      await find('parts', `${part(key, 'cat')}${part(`${key}[polluted]`, '1')}--b--`),
      await app.json(`/api/find?${key}=cat&${encodeURIComponent(key)}[polluted]=1`),
    ]
    for (const { status, body } of answers) {
      assert.equal(status, 422, key)
      assert.equal(body.error.code, 'missing_value', key)
    }
    assert.equal((await app.fetch(`/?${key}=1&${key}[q]=cat`)).status, 200, key)
  }
  const odd = await find(
    'json',
    '{"q":"cat","__proto__":{"limit":0},"constructor":{"prototype":{"limit":0}}}',
  )
  assert.equal(odd.status, 200, 'nor do they change the values of other keys')
  assert.equal(Reflect.get({}, 'polluted'), undefined)
  assert.equal(Reflect.get(Object.create(Object.prototype) as object, 'q'), undefined)
})

test('JSON nested deeper than any call needs is refused', async () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const nested = (depth: number) => `{"q":"cat","a":${open.repeat(depth)}1${close.repeat(depth)}}`
    assert.equal((await find('json', nested(31))).status, 200)
    for (const depth of [32, 1000, 30_000]) {
      const { status, body } = await find('json', nested(depth))
      assert.equal(status, 400)
      assert.match(body.error.message, /nested deeper than 32 levels/)
    }
    assert.equal((await find('json', `{"a":${open.repeat(30_000)}`)).status, 400)
  }
})

test('invalid and infinite numbers are refused by name', async () => {
  for (const value of [
    '1e999',
    '-1e999',
    '1e308',
    '9'.repeat(400),
    '9007199254740993',
    '-0.5',
    '1e-400',
    '[1,2]',
    '{"a":1}',
    '"0x10"',
    '"１２"',
    '"1_000"',
    '"12abc"',
    '" "',
  ]) {
    const { status, body } = await find('json', `{"q":"cat","limit":${value}}`)
    assert.equal(status, 422, value)
    assert.equal(body.error.field, 'limit', value)
  }
  for (const start of ['1e308', '9007199254740993', '4294967296']) {
    const { status, body } = await find('json', `{"q":"cat","start":${start}}`)
    assert.equal(status, 200, start)
    assert.deepEqual(body.result, [])
  }
})

test('invalid text bytes are refused, and text without a valid encoding is searched as usual', async () => {
  for (const bytes of ['\xff', '\xc0\x80', '\xed\xa0\x80', '\xf5\x80\x80\x80', '\xe2\x82', '\x80']) {
    for (const [type, body] of [
      ['json', `{"q":"${bytes}"}`],
      ['form', `q=${bytes}`],
      ['form', `q=${escape(bytes)}`],
      ['parts', `${part('q', bytes)}--b--`],
    ] as const) {
      const { status, body: answer } = await find(type, new Uint8Array(Buffer.from(body, 'latin1')))
      assert.equal(status, 400, `${type} ${escape(bytes)}`)
      assert.equal(answer.error.code, 'malformed_body')
    }
  }
  for (const text of ['\\ud800', '\\udc00\\ud800', 'a\\u0000b', '\\ufeffcat', '\\u202e', '\\uffff']) {
    assert.equal((await find('json', `{"q":"${text}"}`)).status, 200, text)
    assert.equal((await find('json', `{"q":"cat","category":"${text}"}`)).status, 200, text)
  }
  for (const text of ['%00', '%EF%BF%BF', 'a%00b', '%EF%BB%BFcat']) {
    for (const path of [`/api/find?q=${text}`, `/?q=${text}`, `/search/suggestions?q=${text}`])
      assert.equal((await app.fetch(path)).status, 200, path)
    for (const path of [`/api/gif/${text}`, `/api/status/${text}`, `/${text}`, `/media/gifs/${text}/gif.gif`])
      assert.equal((await app.fetch(path)).status, 404, path)
  }
  assert.equal((await find('json', '\ufeff{"q":"cat"}')).status, 200, 'a byte order mark is dropped')
})

test('the number of fields, the text of a body and the length of a value are limited', async () => {
  const { maxFields, maxTextBytes } = bodyLimits
  for (const [type, many, large] of [
    [
      'json',
      JSON.stringify(Object.fromEntries(Array.from({ length: maxFields + 1 }, (_, n) => [`k${n}`, 1]))),
      `{"k":"${'x'.repeat(maxTextBytes)}"}`,
    ],
    ['form', 'k=1&'.repeat(maxFields + 1), `k=${'x'.repeat(maxTextBytes)}`],
    [
      'parts',
      `${part('k', '1').repeat(maxFields + 1)}--b--`,
      `${part('k', 'x'.repeat(maxTextBytes + 1))}--b--`,
    ],
  ] as const) {
    for (const body of [many, large]) {
      const answer = await find(type, body)
      assert.equal(answer.status, 413, type)
      assert.equal(answer.body.error.code, 'too_large')
    }
  }
  const long = await find('json', `{"q":"${'x'.repeat(1001)}"}`)
  assert.deepEqual([long.status, long.body.error.field], [422, 'q'])
  for (const [key, value] of [
    ['url', `https://example.org/${'x'.repeat(5000)}`],
    ['title', 'x'.repeat(201)],
    ['tags', ['x'.repeat(51)]],
    ['tags', Array.from({ length: 21 }, (_, n) => `tag ${n}`)],
    ['watermark_type', 'x'.repeat(1000)],
  ] as const) {
    const wish = { category: 1, title: 'x', start: 0, end: 1, url: 'https://example.org/', [key]: value }
    const { status, body } = await app.post('/api/create-gif/source/url', wish)
    assert.equal(status, 422, key)
    assert.equal(body.error.field?.replace('[]', ''), key)
  }
})

test('a creation whose folder cannot be created frees its place', async (t) => {
  const full = await startApp(t, { WORKER_CONCURRENCY: '0', MAX_UPLOADS_AT_ONCE: '1', LOG_LEVEL: 'silent' })
  const uploads = join(full.folder, 'tmp', 'uploads')
  const create = () => full.post('/api/create-gif/source/video', {})
  await rename(uploads, `${uploads}-away`)
  await writeFile(uploads, 'a file where the folder was')
  for (let times = 0; times < 3; times++) {
    const { status, body } = await create()
    assert.equal(status, 503)
    assert.equal(body.error.code, 'unavailable')
  }
  await rm(uploads)
  await rename(`${uploads}-away`, uploads)
  assert.equal((await create()).status, 422)
})

test('a request for many ranges of a file is answered with the file, once', async (t) => {
  const site = await startSite(t)
  const mediaId = randomId(16)
  await site.addWithFiles({ mediaId })
  const path = `/media/gifs/${mediaId}/gif.gif`
  const whole = (await (await site.fetch(path)).arrayBuffer()).byteLength
  for (const range of [
    `bytes=${Array<string>(2000).fill('0-').join(',')}`,
    'bytes=0-0,0-0',
    'bytes=0-,0-,-1',
    'bytes=-',
    'bytes=9-1',
    `bytes=${'9'.repeat(5000)}-x`,
  ]) {
    const answer = await site.fetch(path, { headers: { range } })
    assert.equal(answer.status, 200, range.slice(0, 20))
    assert.equal((await answer.arrayBuffer()).byteLength, whole)
  }
  const beyond = await site.fetch(path, { headers: { range: `bytes=${'9'.repeat(5000)}-` } })
  assert.equal(beyond.status, 416)
})
