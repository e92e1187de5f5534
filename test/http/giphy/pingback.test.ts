import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GiphyGif, startGiphySite } from './giphy-site.ts'

const lists = [
  ...['gifs', 'stickers'].flatMap((kind) => [
    `/${kind}/search?q=cat`,
    `/${kind}/trending`,
    `/${kind}/related?gif_id=unknown`,
    `/${kind}/random`,
    `/${kind}/random?tag=cat`,
    `/${kind}/translate?s=cat`,
  ]),
  '/gifs?ids=a,b',
  '/gifs/categories',
  '/gifs/categories/animals',
  '/gifs/categories/animals/cat',
  '/gifs/search/tags?q=cat',
  '/tags/related/cat',
  '/trending/searches',
  '/channels/search?q=cat',
]

test('an empty catalogue has empty lists; pingbacks count as uses, and any of them is answered', async (t) => {
  const site = await startGiphySite(t, { TRUSTED_PROXIES: '127.0.0.1' })
  for (const path of lists) assert.deepEqual((await site.get<unknown>(path)).data, [], path)

  const gifs = await site.add([
    { title: 'seen' },
    { title: 'clicked' },
    { title: 'sent' },
    { title: 'hidden', hidden: true },
    { title: 'private', visibility: 'private' },
    { title: 'unlisted', visibility: 'unlisted' },
    { title: 'reported by its picture' },
  ])
  const codeOf = (title: string) => gifs.find((gif) => gif.title === title)!.code
  const event = (title: string, action: unknown) => ({
    ts: 1_760_000_000_000,
    action_type: action,
    event_type: 'GIF_SEARCH',
    user_id: '',
    analytics_response_payload: codeOf(title),
    attributes: { position: { top: 1 } },
  })
  const post = async (body: unknown, type = 'application/json') => {
    const response = await site.fetch('/v2/pingback?apikey=any', {
      method: 'POST',
      headers: { 'content-type': type, 'x-giphy-sdk-name': 'FetchAPI' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const answer = (await response.json()) as { meta: { status: number; response_id: string } }
    assert.deepEqual([response.status, answer.meta.status], [200, 200])
    assert.notEqual(answer.meta.response_id, '')
  }
  const events = [
    event('seen', 'SEEN'),
    event('clicked', 'CLICK'),
    event('sent', 'sent'),
    ...['hidden', 'private', 'unlisted'].map((title) => event(title, 'SENT')),
    event('seen', 'HOVER'),
    event('seen', { toString: 1 }),
    { ...event('seen', 'SENT'), analytics_response_payload: { id: 1 } },
    { ...event('seen', 'SENT'), analytics_response_payload: 'unknown' },
    null,
    'text',
  ]
  await post({ events })
  await post({ events })
  const hostile = [
    ...['', '{', '[]', 'null', '{"events":{}}', '{"events":"SENT"}', '{"__proto__":{"events":[]}}'],
    JSON.stringify({ events: Array.from({ length: 3000 }, () => event('seen', 'HOVER')) }),
    '['.repeat(10_000),
  ]
  for (const body of hostile) await post(body)
  for (const type of ['text/plain', 'multipart/form-data', 'application/json; charset=latin1'])
    await post({ events: [event('seen', 'SENT')] }, type)

  const { data } = await site.get<GiphyGif>(`/gifs/${codeOf('reported by its picture')}`)
  for (const { url } of Object.values(data.analytics)) {
    assert.ok(url.startsWith(`${site.url}/v2/pingback_simple?`))
    assert.equal((await site.fetch(url.slice(site.url.length), { method: 'HEAD' })).status, 200)
  }
  const { onsent } = data.analytics
  const visitor = { 'x-forwarded-for': '192.0.2.7' }
  const sent = await site.fetch(`${onsent.url.slice(site.url.length)}&ts=1&random_id=x`, { headers: visitor })
  assert.equal(sent.status, 200)
  for (const query of ['', '?action_type=SENT', '?action_type=SENT&analytics_response_payload=%00', '?x=1'])
    assert.equal((await site.fetch(`/v2/pingback_simple${query}`)).status, 200)

  await site.stop()
  const uses = await site.withStores(async ({ db }) => {
    const rows = await db.selectFrom('gif').select(['title', 'uses']).where('uses', '>', 0).execute()
    return Object.fromEntries(rows.map((row) => [row.title, row.uses]))
  })
  // The weights of a share, a copy and a view; each viewer counts once.
  assert.deepEqual(uses, { seen: 1, clicked: 5, sent: 5, 'reported by its picture': 5 })
})
