import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { startApp } from '../support/app.ts'

test('every answer of the API carries status, including errors', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const cases: [string, RequestInit, number, string, string?][] = [
    ['/api/nothing', {}, 404, 'not_found'],
    ['/api', {}, 404, 'not_found'],
    ['/api/gif', {}, 404, 'not_found'],
    ['/api/gif/unknown12345', {}, 404, 'not_found'],
    ['/api/gif/%00', {}, 404, 'not_found'],
    ['/api/gif/%E0%A4%A', {}, 400, 'malformed_body'],
    [`/api/gif/${'x'.repeat(5000)}`, {}, 404, 'not_found'],
    ['/api/status/unknown', {}, 404, 'not_found'],
    ['/api/random-gif?category=1', {}, 404, 'not_found'],
    ['/api/random-gif?category=abc', {}, 422, 'invalid_value', 'category'],
    ['/api/categories', { method: 'POST' }, 405, 'method_not_allowed'],
    ['/api/find', { method: 'DELETE' }, 405, 'method_not_allowed'],
    ['/api/create-gif/source/url', {}, 405, 'method_not_allowed'],
    ['/api/gif/abc', { method: 'PUT', body: 'x' }, 405, 'method_not_allowed'],
    ['/api/find', { ...post, body: '{"q":' }, 400, 'malformed_body'],
    ['/api/find', { ...post, body: '[1]' }, 400, 'malformed_body'],
    ['/api/find', { ...post, body: 'null' }, 400, 'malformed_body'],
    [
      '/api/find',
      { ...post, headers: { 'content-type': 'text/csv' }, body: 'q' },
      415,
      'unsupported_media_type',
    ],
    [
      '/api/find',
      { ...post, headers: { ...post.headers, 'content-encoding': 'gzip' }, body: 'x' },
      415,
      'unsupported_media_type',
    ],
    ['/api/find', { ...post, body: `{"q":"${'x'.repeat(2_000_000)}"}` }, 413, 'too_large'],
    ['/api/find', { ...post, body: '{}' }, 422, 'missing_value', 'q'],
    ['/api/find', { method: 'POST' }, 422, 'missing_value', 'q'],
    ['/api/find', { ...post, body: '{"q":" ","category":""}' }, 422, 'missing_value', 'q'],
    ['/api/find', { ...post, body: '{"q":["a"]}' }, 422, 'invalid_value', 'q'],
    ['/api/find', { ...post, body: '{"q":5}' }, 422, 'invalid_value', 'q'],
    ['/api/find', { ...post, body: '{"q":"a","limit":0}' }, 422, 'invalid_value', 'limit'],
    ['/api/find', { ...post, body: '{"q":"a","limit":101}' }, 422, 'invalid_value', 'limit'],
    ['/api/find', { ...post, body: '{"q":"a","limit":2.5}' }, 422, 'invalid_value', 'limit'],
    ['/api/find', { ...post, body: '{"q":"a","limit":""}' }, 422, 'invalid_value', 'limit'],
    ['/api/find', { ...post, body: '{"q":"a","limit":"NaN"}' }, 422, 'invalid_value', 'limit'],
    ['/api/find', { ...post, body: '{"q":"a","limit":"Infinity"}' }, 422, 'invalid_value', 'limit'],
    ['/api/find', { ...post, body: '{"q":"a","limit":"1e999"}' }, 422, 'invalid_value', 'limit'],
    ['/api/find', { ...post, body: '{"q":"a","limit":true}' }, 422, 'invalid_value', 'limit'],
    ['/api/find', { ...post, body: '{"q":"a","start":-1}' }, 422, 'invalid_value', 'start'],
    ['/api/find', { ...post, body: '{"q":"a","start":"0x10"}' }, 422, 'invalid_value', 'start'],
    ['/api/find', { ...post, body: '{"q":"a","nsfw":"yes"}' }, 422, 'invalid_value', 'nsfw'],
    ['/api/find?limit=5', {}, 422, 'missing_value', 'q'],
  ]
  for (const [path, init, status, code, field] of cases) {
    const answer = await app.json(path, init)
    const named = `${init.method ?? 'GET'} ${path.slice(0, 40)} ${String(init.body ?? '').slice(0, 40)}`
    assert.equal(answer.status, status, named)
    assert.equal(answer.body.status, 'error', named)
    assert.equal(answer.body.error.code, code, named)
    assert.equal(answer.body.error.field, field, named)
    assert.match(answer.body.error.message, /^[A-Z`].*\.$/, named)
    assert.equal(answer.body.success, undefined, named)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  }
})

test('an unsupported method gets the list of supported ones', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const answer = await app.json('/api/create-gif/source/video')
  assert.equal(answer.status, 405)
  assert.match(answer.headers.get('allow') ?? '', /POST/)
})

test('errors of the creation calls carry success: false', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  for (const source of ['url', 'video', 'pictures']) {
    const empty = await app.post(`/api/create-gif/source/${source}`, {})
    assert.equal(empty.status, 422)
    assert.equal(empty.body.success, false)
    assert.equal(empty.body.status, 'error')
    assert.equal(empty.body.error.field, 'category')
    const badToken = await app.post(`/api/create-gif/source/${source}`, {}, { authorization: 'Bearer nope' })
    assert.equal(badToken.status, 401)
    assert.equal(badToken.body.success, false)
  }
})

test('any origin may call the API from a browser', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const preflight = await app.fetch('/api/create-gif/source/video', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  })
  assert.ok(preflight.ok)
  assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /authorization/i)
  assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /PATCH/)
  const bad = { authorization: 'Bearer wrong' }
  for (const [path, headers] of [
    ['/api/categories', {}],
    ['/api/nothing', {}],
    ['/api/gif/%ff', {}],
    ['/api/categories', bad],
  ] as const) {
    const answer = await app.fetch(path, { headers: { origin: 'https://app.example', ...headers } })
    assert.equal(answer.headers.get('access-control-allow-origin'), '*', path)
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
  }
})

test('a request that is not HTTP is answered 400 as JSON, and the server continues', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.end('NONSENSE\r\n\r\n')
  let answer = ''
  for await (const chunk of socket) answer += chunk
  assert.match(answer, /^HTTP\/1\.1 400 /)
  assert.match(answer, /"status":"error"/)
  assert.equal((await app.json('/api/categories')).status, 200)
})

test('a bearer token that is malformed, unknown or revoked is 401 on every call', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const token = await app.token('anna@example.org')
  const paths = [
    '/api/categories',
    '/api/find?q=cat',
    '/api/gif/unknown',
    '/api/random-gif',
    '/api/status/unknown',
  ]
  for (const path of paths) {
    for (const authorization of [
      'Bearer',
      'Bearer wrong',
      'Basic YTpi',
      token,
      `Bearer ${token}x`,
      'Bearer a b',
    ]) {
      const { status, body } = await app.json(path, { headers: { authorization } })
      assert.equal(status, 401, `${path} ${authorization}`)
      assert.equal(body.error.code, 'unauthorized')
    }
    assert.notEqual((await app.json(path, { headers: { authorization: `Bearer ${token}` } })).status, 401)
  }
  await app.withStores(async ({ accounts }) => {
    const account = await accounts.byEmail('anna@example.org')
    const [record] = await accounts.tokens(account!.id)
    assert.ok(await accounts.revokeToken(account!.id, record!.id))
  })
  assert.equal(
    (await app.json('/api/categories', { headers: { authorization: `Bearer ${token}` } })).status,
    401,
  )
})
