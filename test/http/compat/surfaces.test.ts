import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'

describe('the compatible interfaces', () => {
  let app: TestApp
  const endings: (() => Promise<void>)[] = []
  const later = { after: (end: unknown) => void endings.push(end as () => Promise<void>) }
  before(async () => {
    app = await startApp(later, { WORKER_CONCURRENCY: '0' })
  })
  after(() => Promise.all(endings.map((end) => end())))

  test('answer at the addresses of their services and under /compat, with any key or none', async () => {
    for (const prefix of ['/v2', '/compat/tenor/v2']) {
      for (const query of ['', '?key=any', '?key=', '?key=a&key=b']) {
        const { status, headers, body } = await app.json(`${prefix}/trending_terms${query}`)
        assert.deepEqual([status, body], [200, { locale: 'en', results: [] }])
        assert.equal(headers.get('access-control-allow-origin'), '*')
      }
    }
    for (const path of ['/v1/trending/searches', '/v2/emoji']) {
      for (const prefix of ['', '/compat/giphy']) {
        const { status, headers } = await app.json(`${prefix}${path}?api_key=any`)
        assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, '*'])
      }
    }
  })

  test('have their own answers to unknown addresses and methods, for pages of every origin', async () => {
    const cases: [string, number, 'tenor' | 'giphy', RequestInit?][] = [
      ['/v2', 404, 'tenor'],
      ['/v2/nothing', 404, 'tenor'],
      ['/v2/%zz', 400, 'tenor'],
      ['/v2/emoji', 405, 'giphy', { method: 'POST' }],
      ['/v2/trending_terms', 405, 'tenor', { method: 'POST' }],
      ['/compat/tenor/v2/nothing', 404, 'tenor'],
      ['/v1', 404, 'giphy'],
      ['/v1/nothing', 404, 'giphy'],
      ['/compat/giphy/v1/nothing', 404, 'giphy'],
      ['/compat/giphy/v2/nothing', 404, 'giphy'],
      ['/compat/giphy/v2/%zz', 400, 'giphy'],
    ]
    for (const [path, status, shape, init] of cases) {
      const answer = await app.json(path, init)
      const body = answer.body as unknown as { error?: { code: number }; meta?: { status: number } }
      const stated = shape === 'tenor' ? body.error?.code : body.meta?.status
      assert.deepEqual([path, answer.status, stated], [path, status, status])
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    }
  })

  test('allow preflights with any header, for POST /v2/pingback too', async () => {
    const paths = [
      '/v2/search',
      '/v2/nothing',
      '/v1/gifs/search',
      '/v2/pingback',
      '/v2/emoji/x/variations',
      '/compat/tenor/v2/search',
      '/compat/giphy/v1/gifs',
      '/compat/giphy/v2/pingback',
    ]
    const requested = 'content-type,x-giphy-sdk-name,x-goog-api-key,x-anything'
    for (const path of paths) {
      const { status, headers } = await app.fetch(path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://app.example',
          'access-control-request-method': path.endsWith('pingback') ? 'POST' : 'GET',
          'access-control-request-headers': requested,
        },
      })
      assert.deepEqual([path, status], [path, 204])
      assert.equal(headers.get('access-control-allow-origin'), '*')
      assert.equal(headers.get('access-control-allow-headers'), requested)
      if (path.endsWith('pingback')) assert.match(headers.get('access-control-allow-methods') ?? '', /POST/)
    }
  })

  test('repeat in a preflight only a short, valid list of header names', async () => {
    for (const requested of ['a:b', 'é', '<b>', 'a,,b', `x-${'a'.repeat(1000)}`, 'a,'.repeat(400)]) {
      const { status, headers } = await app.fetch('/v2/search', {
        method: 'OPTIONS',
        headers: { 'access-control-request-method': 'GET', 'access-control-request-headers': requested },
      })
      assert.deepEqual([status, headers.get('access-control-allow-headers')], [204, null], requested)
    }
  })

  test('leave the pages of the site without cross-origin headers', async () => {
    for (const path of ['/', '/v2x', '/v1x', '/compat', '/compat/other']) {
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await app.fetch(path, { method, headers: { origin: 'https://app.example' } })
        assert.equal(headers.get('access-control-allow-origin'), null, `${method} ${path}`)
      }
    }
  })
})
