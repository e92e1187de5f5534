import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { addApp } from '#src/accounts/apps/manage-apps.ts'
import { ensureFixtures } from '../../support/media/fixtures.ts'
import { until } from '../../support/until.ts'
import { type GiphyGif, startGiphySite } from './giphy-site.ts'

test('apps with the right to upload make GIFs; keys are required if the operator set some', async (t) => {
  const site = await startGiphySite(t, {
    COMPAT_API_KEYS: 'key-of-the-operator',
    CREATION: 'accounts',
    WORKER_CONCURRENCY: '1',
  })
  const { uploader, reader } = await site.withStores(async ({ apps }) => ({
    uploader: (await addApp(apps, 'Uploader', { ratePerMinute: null, mayUpload: true, categoryId: 2 })).key,
    reader: (await addApp(apps, 'Reader', { ratePerMinute: null, mayUpload: false, categoryId: null })).key,
  }))
  const fixtures = await ensureFixtures()
  const gif = new Blob([new Uint8Array(await readFile(join(fixtures, 'numbered-10.gif')))])
  const form = (values: Record<string, string> = {}) => {
    const data = new FormData()
    for (const [key, value] of Object.entries(values)) data.append(key, value)
    data.append('file', gif, 'my_frog-pond.gif')
    return data
  }
  type Sent = { data: { id: string }; meta: { status: number; msg: string; response_id: string } }
  const post = async (query: string, body: FormData | string, type = 'application/json') => {
    const headers = typeof body === 'string' ? { 'content-type': type } : {}
    const response = await site.fetch(`/v1/gifs${query}`, { method: 'POST', body, headers })
    const answer = (await response.json()) as Sent
    assert.equal(answer.meta.status, response.status)
    assert.notEqual(answer.meta.response_id, '')
    return answer
  }

  for (const [query, status] of [
    ['', 401],
    ['?api_key=wrong', 401],
    ['?api_key=key-of-the-operator', 403],
    [`?api_key=${reader}`, 403],
  ] as const) {
    assert.equal((await post(query, form())).meta.status, status, query)
    assert.deepEqual((await post(query, '{"source_image_url":"https://a.test/a.gif"}')).meta.status, status)
  }
  for (const [query, status] of [
    ['', 401],
    ['api_key=wrong', 401],
    ['api_key=key-of-the-operator', 200],
    [`api_key=${reader}`, 200],
  ] as const) {
    const response = await site.fetch(`/v1/gifs/search?q=frog&${query}`)
    const { meta } = (await response.json()) as Sent
    assert.deepEqual([response.status, meta.status], [status, status], query)
    assert.ok(meta.response_id !== '' && meta.msg !== '')
  }

  const key = `?api_key=${uploader}`
  assert.equal((await post(key, '{"tags":"a,b"}')).meta.status, 400)
  assert.equal((await post(key, '{')).meta.status, 400)
  assert.equal(
    (
      await post(
        key,
        new URLSearchParams({ source_image_url: 'ftp://x' }).toString(),
        'application/x-www-form-urlencoded',
      )
    ).meta.status,
    400,
  )
  const text = new FormData()
  text.append('file', new Blob(['no video']), 'a.gif')
  assert.equal((await post(key, text)).meta.status, 415)

  const tags = `#Frog, pond,,pond, ${'x'.repeat(80)},${Array.from({ length: 30 }, (_, tag) => tag).join(',')}`
  const shown = await post(key, form({ tags, source_post_url: 'https://a.test', username: 'nobody' }))
  const hidden = await post(key, form({ is_hidden: 'true' }))
  const ids = [shown, hidden].map(({ data }) => data.id)
  const gifs = await site.withStores(async ({ catalogue }) => {
    await until('the GIFs are made', async () => {
      const made = await Promise.all(ids.map((id) => catalogue.gifByCode(id)))
      return made.every((gif) => gif !== undefined)
    })
    return Promise.all(ids.map(async (id) => (await catalogue.gifByCode(id))!))
  })
  assert.deepEqual(
    gifs.map(({ title, visibility, category }) => [title.slice(0, 9), visibility, category.id]),
    [
      ['frog pond', 'public', 2],
      ['my frog p', 'unlisted', 2],
    ],
  )
  assert.deepEqual([gifs[0]?.tags.slice(0, 3), gifs[0]?.tags.length], [['frog', 'pond', 'x'.repeat(50)], 20])
  const { data } = await site.get<GiphyGif>(`/gifs/${ids[0]}${key}`)
  assert.match(data.title, /^frog pond/)
  assert.equal((await site.fetch(`/v1/gifs/${ids[1]}${key}`)).status, 404)
  assert.equal((await site.fetch(`/v1/gifs/unknown12345${key}`)).status, 404)
})
