import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import fc from 'fast-check'
import { startApp, type TestApp } from '../support/app.ts'
import { publishGif } from '../support/stores/gifs.ts'
import { anyText, hostileTexts } from '../support/hostile-texts.ts'
import { randomRuns } from '../support/full-run.ts'

let app: TestApp
const endings: (() => Promise<void>)[] = []
before(async () => {
  app = await startApp(
    { after: (end) => void endings.push(end as () => Promise<void>) },
    { WORKER_CONCURRENCY: '0' },
  )
  await app.withStores(async (stores) => {
    const titles = [
      'A happy cat dances',
      'Laughing frog',
      'a a a a',
      '東京タワー',
      'ﷺ㌖',
      '😂 dog',
      "'; DROP TABLE gif",
    ]
    for (const title of titles) await publishGif(stores, { title, tags: ['dancing', '😂'] })
  })
})
after(async () => {
  for (const end of endings) await end()
})

/** The allowed answers: results, no results, or an invalid value. Never an internal error. */
const fine = new Set([200, 400, 413, 414, 422, 431])

/** Every way to search with a text. */
const ways: Record<string, (text: string) => Promise<Response>> = {
  'POST /api/find, JSON': (text) =>
    app.fetch('/api/find', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // Halves of surrogate pairs are sent as \ud83d.
      body: JSON.stringify({ q: text, limit: 10 }),
    }),
  'POST /api/find, urlencoded': (text) =>
    app.fetch('/api/find', { method: 'POST', body: new URLSearchParams({ q: text, nsfw: '1' }) }),
  'GET /api/find': (text) => app.fetch(`/api/find?${new URLSearchParams({ q: text })}`),
  'GET /api/suggest': (text) => app.fetch(`/api/suggest?${new URLSearchParams({ q: text })}`),
  'suggestions of the page': (text) => app.fetch(`/search/suggestions?${new URLSearchParams({ q: text })}`),
  'the search page': (text) => app.fetch(`/?${new URLSearchParams({ q: text })}`),
}

async function check(name: string, way: (text: string) => Promise<Response>, text: string): Promise<void> {
  const response = await way(text)
  const body = await response.text()
  const what = `${name} ${response.status}: ${JSON.stringify(text.slice(0, 60))}: ${body.slice(0, 200)}`
  assert.ok(fine.has(response.status), what)
  assert.ok(body.isWellFormed(), what)
  if (response.headers.get('content-type')?.includes('json') === true) {
    const { result, total } = JSON.parse(body) as { result?: unknown; total?: number }
    if (Array.isArray(result) && total !== undefined) assert.ok(result.length <= total, what)
  }
}

suite('hostile searches', () => {
  for (const [name, way] of Object.entries(ways)) {
    test(`${name}: every hostile text and any random text is answered`, async () => {
      for (const text of Object.values(hostileTexts)) await check(name, way, text)
      await fc.assert(
        fc.asyncProperty(anyText, (text) => check(name, way, text)),
        randomRuns(60),
      )
    })
  }

  test('bytes that are not valid text are answered too', async () => {
    const values = [
      '%ff%fe',
      '%00',
      '%c0%af',
      '%ed%a0%80',
      '%f4%90%80%80',
      '%',
      '%zz',
      '+%20+',
      'a%00b',
      '%e2%80',
    ]
    for (const value of values) {
      for (const path of ['/api/find?q=', '/api/suggest?q=', '/search/suggestions?q=', '/?q=']) {
        const { status } = await app.fetch(path + value)
        assert.ok(fine.has(status), `${path}${value}: ${status}`)
      }
    }
    const body = Buffer.from([0x7b, 0x22, 0x71, 0x22, 0x3a, 0x22, 0xff, 0xc0, 0x00, 0x22, 0x7d])
    const { status } = await app.fetch('/api/find', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    assert.ok(fine.has(status), String(status))
  })

  test('a normal search then returns the same results as before', async () => {
    const { body } = await app.post('/api/find', { q: 'happy cat' })
    assert.deepEqual(
      body.result.map(({ title }) => title),
      ['A happy cat dances'],
    )
  })
})
