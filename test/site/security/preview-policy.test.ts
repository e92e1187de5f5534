import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { startApp } from '../../support/app.ts'

test('the worker of the preview runs scripts and WebAssembly of the site, and loads nothing from elsewhere', async (t) => {
  const { url } = await startApp(t, {})
  const page = await fetch(`${url}/create`)
  const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? ''
  const text = (await page.text()).replaceAll('&quot;', '"')
  const files = /data-preview-files="(?<files>.*?})"/.exec(text)?.groups?.files ?? ''
  const { worker } = JSON.parse(files) as { worker: string }
  const script = await fetch(new URL(worker, url))
  assert.equal(
    policyOf(script),
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
  )
})

test('the watermark is drawn only for sizes of GIFs', async (t) => {
  const { url } = await startApp(t, { MAX_WIDTH: '640' })
  const mark = (query: string) => fetch(`${url}/create/watermark.png${query}`)
  const drawn = await mark('?width=480&height=270')
  assert.equal(drawn.status, 200)
  const { width, height, hasAlpha } = await sharp(Buffer.from(await drawn.arrayBuffer())).metadata()
  assert.deepEqual({ width, height, hasAlpha }, { width: 480, height: 270, hasAlpha: true })
  assert.equal((await mark('?width=20&height=20')).status, 204)
  for (const query of [
    '',
    '?width=480',
    '?width=1281&height=9',
    '?width=4.5&height=9',
    '?width=-1&height=9',
    '?width=100000&height=100000',
  ])
    assert.equal((await mark(query)).status, 404, query)
})

test('the watermark counts as a read, like pages', async (t) => {
  const { url } = await startApp(t, { RATE_LIMIT: 'on', READS_PER_MINUTE: '2' })
  const statusOf = async (width: number) =>
    (await fetch(`${url}/create/watermark.png?width=${width}&height=270`)).status
  assert.deepEqual([await statusOf(480), await statusOf(481), await statusOf(482)], [200, 200, 429])
})
