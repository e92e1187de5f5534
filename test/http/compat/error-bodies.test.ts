import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { addApp } from '#src/accounts/apps/manage-apps.ts'
import { startApp } from '#test/support/app.ts'

/** The bodies as they were sent before errors had details: a call, and its answer without the id of the answer. */
const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'error-bodies.json'), 'utf8')) as Record<
  string,
  string
>

const json = { 'content-type': 'application/json' }

const calls: Record<string, RequestInit> = {
  '/v2': {},
  '/v2/nothing': {},
  '/v2/%zz': {},
  '/v2/trending_terms': { method: 'POST' },
  '/v2/search': {},
  '/v2/search?q=cat&limit=0': {},
  '/v2/search?q=cat&limit=51': {},
  '/v2/search?q=cat&limit=many': {},
  '/v2/autocomplete': {},
  '/v2/search_suggestions': {},
  '/v2/registershare': {},
  '/v2/posts': {},
  '/v2/featured?limit=x': {},
  '/v1': {},
  '/v1/nothing': {},
  '/compat/giphy/v2/%zz': {},
  '/v2/emoji': { method: 'POST' },
  '/v1/gifs/search': {},
  '/v1/gifs/search/tags': {},
  '/v1/tags/related': {},
  '/v1/gifs/translate': {},
  '/v1/stickers/translate': {},
  '/v1/gifs/none': {},
  '/v1/gifs/id/none': {},
  '/v1/gifs': { method: 'POST', headers: json, body: '{}' },
  '/v1/gifs?api_key=any': { method: 'POST', headers: json, body: '{}' },
  '/v1/gifs?api_key=READER': { method: 'POST', headers: json, body: '{}' },
  '/v1/gifs?api_key=UPLOADER': { method: 'POST', headers: json, body: '{}' },
  '/v1/gifs?api_key=UPLOADER&': { method: 'POST', headers: json, body: '{' },
  '/v1/gifs?api_key=UPLOADER&&': { method: 'POST', headers: json, body: '[]' },
  '/v1/gifs?api_key=UPLOADER&&&': { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'a' },
  '/v1/gifs?api_key=UPLOADER&&&&': {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ source_image_url: 'ftp://example.com/a.gif' }),
  },
  '/v1/gifs?api_key=UPLOADER&&&&&': {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ source_image_url: `https://example.com/${'a'.repeat(5000)}` }),
  },
  '/v1/gifs?api_key=UPLOADER&&&&&&': { method: 'POST', headers: json, body: JSON.stringify({ file: 'a' }) },
}

test('errors of the compatible interfaces are byte for byte as recorded', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const closed = await startApp(t, { WORKER_CONCURRENCY: '0', COMPAT_API_KEYS: 'a-long-key-of-the-operator' })
  const keys = await app.withStores(async ({ apps, catalogue }) => {
    const [category] = await catalogue.listCategories()
    const settings = { ratePerMinute: null, mayUpload: true, categoryId: category?.id ?? null }
    const { key: uploader } = await addApp(apps, 'Uploader', settings)
    const { key: reader } = await addApp(apps, 'Reader', { ...settings, mayUpload: false })
    return { UPLOADER: uploader, READER: reader }
  })
  const answers: Record<string, string> = {}
  const ask = async (call: string, path: string, init?: RequestInit, of = app) => {
    const response = await of.fetch(path, init)
    const body = (await response.text()).replace(/"response_id":"[^"]*"/, '"response_id":""')
    answers[call] = `${response.status} ${body}`
  }
  for (const [call, init] of Object.entries(calls)) {
    const path = call.replace(/UPLOADER|READER/, (name) => keys[name as keyof typeof keys])
    await ask(call, path, init)
  }
  for (const path of ['/v2/search?q=a', '/v1/gifs/search?q=a']) {
    await ask(`${path} without key`, path, {}, closed)
    await ask(`${path} with wrong key`, `${path}&key=wrong&api_key=wrong`, {}, closed)
  }
  assert.deepEqual(answers, recorded)
})
