import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { post, postForm, postJson, refused, send } from '../support/http/body-client.ts'
import { encodings } from '../support/http/body-encodings.ts'
import { type BodyServer, startBodyServer } from '../support/http/body-server.ts'

let server: BodyServer
before(async () => {
  server = await startBodyServer()
})
after(async () => {
  assert.deepEqual(await server.leftFiles(), [], 'no request leaves a file')
  await server.close()
})

test('malformed bodies are 400, never an internal error', async () => {
  const json = [
    '',
    ' ',
    '{',
    '[]',
    '"x"',
    '7',
    'null',
    '{"a":1}}',
    '{"a":1}{"b":2}',
    '{"a" 1}',
    "{'a':1}",
    '{"a":"\u0001"}',
    '}',
    '{"a":1',
  ]
  json.push(
    '{"video":"data:a/b;base64,AAAA',
    '{"video":"data:a/b;base64,AAAA"',
    '{"video":"data:a\\x"}',
    '{"video":"\\u00zz"}',
  )
  json.push(
    '{"video":"data:a/b;base64,AAAA" "data:a/b;base64,AAAA"}',
    '{"video" "data:a/b;base64,AAAA"}',
    '['.repeat(100_000),
  )
  for (const text of json) refused(await postJson(`${server.url}/uploads`, text), 400, 'malformed_body')
  for (const text of ['a=%', 'a=%zz', 'a=%ff', '%=1', 'video=%', 'video=data%3']) {
    refused(await postForm(`${server.url}/uploads`, text), 400, 'malformed_body')
  }
  for (const contentType of ['application/json', 'application/x-www-form-urlencoded']) {
    const notUtf8 = Buffer.from(contentType.endsWith('json') ? '{"a":"\xff"}' : 'a=\xff', 'latin1')
    refused(await post(`${server.url}/uploads`, { contentType, body: notUtf8 }), 400, 'malformed_body')
  }
  const disposition = 'Content-Disposition: form-data; name="a"'
  const multipart = [
    '',
    'x',
    '--b',
    '--b\r\n',
    `--b\r\n${disposition}`,
    `--b\r\n${disposition}\r\n\r\nx`,
    `--b\r\n${disposition}\r\n\r\nx\r\n--b`,
  ]
  multipart.push(
    `--b\r\n\r\nx\r\n--b--`,
    `--b\r\nno colon\r\n\r\nx\r\n--b--`,
    `--bx\r\n${disposition}\r\n\r\nx\r\n--b--`,
  )
  multipart.push(
    `--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--`,
    `--b\r\nx: ${'y'.repeat(20_000)}\r\n\r\nx\r\n--b--`,
    'x'.repeat(20_000),
  )
  for (const text of multipart) {
    refused(
      await send(`${server.url}/uploads`, text, { 'content-type': 'multipart/form-data; boundary=b' }),
      400,
      'malformed_body',
    )
  }
  refused(
    await send(`${server.url}/uploads`, 'x', { 'content-type': 'multipart/form-data' }),
    400,
    'malformed_body',
  )
})

test('too many fields are refused', async () => {
  refused(await postForm(`${server.url}/plain`, 'a=1&'.repeat(1001)), 413, 'too_large')
  refused(await postForm(`${server.url}/plain`, '&'.repeat(100_000)), 413, 'too_large')
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`k${index}`, 1]))
  refused(await postJson(`${server.url}/plain`, JSON.stringify(many)), 413, 'too_large')
})

test('a body over the total limit is refused with the name of its only upload', async () => {
  // White space in base64 does not count for any file: only the limit of the body stops it.
  const pairs: [string, string][] = [['video', `data:video/mp4;base64,${' '.repeat(7 * 2 ** 20)}`]]
  for (const { encode } of encodings) {
    const { contentType, body } = encode(pairs)
    const withLength = new Uint8Array(body)
    for (const [path, field] of [
      ['/video', 'video'],
      ['/uploads', undefined],
    ] as const) {
      for (const sent of [withLength, new Blob([withLength]).stream()]) {
        const answer = await send(`${server.url}${path}`, sent, { 'content-type': contentType })
        refused(answer, 413, 'too_large', field)
        assert.match(answer.body.error?.message ?? '', /^The body is over the limit/)
      }
    }
  }
})

test('an empty body without a type has no values; other types, charsets and compression are 415', async () => {
  assert.deepEqual(await send(`${server.url}/plain`, null), { status: 200, body: {} })
  assert.deepEqual(
    await send(`${server.url}/plain`, '', { 'content-type': 'application/x-www-form-urlencoded' }),
    {
      status: 200,
      body: {},
    },
  )
  const refusedTypes = [
    'text/plain',
    'application/xml',
    'nonsense',
    'application/json; charset=latin1',
    'application/json; x="',
  ]
  for (const type of refusedTypes)
    refused(await send(`${server.url}/plain`, '{}', { 'content-type': type }), 415, 'unsupported_media_type')
  refused(await send(`${server.url}/plain`, new Uint8Array([1])), 415, 'unsupported_media_type')
  const gzip = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  refused(await send(`${server.url}/plain`, '{}', gzip), 415, 'unsupported_media_type')
  const plain = { 'content-type': 'Application/JSON ; Charset="UTF-8"', 'content-encoding': 'identity' }
  assert.equal((await send(`${server.url}/plain`, '{}', plain)).status, 200)
})
