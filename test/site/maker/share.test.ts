import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { english } from '#src/site/messages/en/messages.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { makeVideo } from '../../support/media/media.ts'
import { type TestSite, startSite } from '../../support/site.ts'
import { until } from '../../support/until.ts'

/** The part of the browser's document that is used here. */
declare const document: {
  createElement(name: 'form'): { method: string; enctype: string; action: string; innerHTML: string }
  body: { append(element: unknown): void }
}
declare const navigator: {
  serviceWorker: { getRegistrations(): Promise<{ active: unknown; scope: string }[]> }
}

test('the site is installable: a manifest with icons, which each page names', async (t) => {
  const site = await startSite(t, { SITE_NAME: 'Frogs' })
  const page = await (await site.fetch('/')).text()
  assert.match(page, /<link rel="manifest" href="\/manifest\.webmanifest"/)
  const answer = await site.fetch('/manifest.webmanifest')
  assert.equal(answer.headers.get('content-type'), 'application/manifest+json; charset=utf-8')
  const manifest = (await answer.json()) as {
    name: string
    icons: { src: string; type: string; sizes: string; purpose: string }[]
    share_target: { action: string; method: string }
  }
  assert.equal(manifest.name, 'Frogs')
  assert.deepEqual([manifest.share_target.action, manifest.share_target.method], ['/share', 'POST'])
  for (const { src, type } of manifest.icons)
    assert.equal((await site.fetch(src)).headers.get('content-type'), type, src)
  assert.deepEqual(
    manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`),
    ['any any', '192x192 any', '512x512 any', '512x512 maskable'],
  )
})

test('the maker receives content shared by another app, which stays in the browser', async (t) => {
  const site = await startSite(t)
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  const sent: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
  await page.goto(`${site.url}/`)
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0)
  await page.evaluate(`dispatchEvent(new Event('appinstalled'))`)
  await until('the worker is there', () =>
    page.evaluate(async () => {
      const [worker] = await navigator.serviceWorker.getRegistrations()
      return worker !== undefined && worker.active !== null
    }),
  )

  const share = async (fields: string) => {
    await page.evaluate((fields) => {
      const form = document.createElement('form')
      Object.assign(form, { id: 'shared', method: 'post', enctype: 'multipart/form-data', action: '/share' })
      form.innerHTML = `${fields}<button>Share</button>`
      document.body.append(form)
    }, fields)
    const input = page.locator('#shared input[type="file"]')
    const video = await readFile(await makeVideo(t, { seconds: 1, width: 64, height: 48 }))
    if ((await input.count()) > 0)
      await input.setInputFiles([{ name: 'frög.mp4', mimeType: 'video/mp4', buffer: video }])
    await page.getByRole('button', { name: 'Share', exact: true }).click()
  }
  await share('<input name="title" value="x"><input type="file" name="files">')
  await page.locator('[data-source-name]', { hasText: 'frög.mp4' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/create')
  await page.reload()
  await page.getByText(english.maker.source.drop).waitFor()
  await page.goto(`${site.url}/developers`)
  await share('<input name="text" value="Look! https://video.example/frog.mp4 - great">')
  await page.locator('[data-source-name]', { hasText: 'video.example' }).waitFor()
  assert.equal(await page.locator('[name="url"]').inputValue(), 'https://video.example/frog.mp4')
  // The requests that the worker handled: none of them reached the server.
  assert.ok(sent.every((url) => [`${site.url}/share`, `${site.url}/create/sources`].includes(url)))
  assert.deepEqual(await tasksOf(site), 0)
})

test('a share that no worker handled is not read, and the maker asks to share it again', async (t) => {
  const site = await startSite(t)
  const share = (headers: Record<string, string>) => {
    const body = new FormData()
    body.append('files', new Blob([new Uint8Array(100_000)]), 'frog.gif')
    return site.fetch('/share', { method: 'POST', body, headers, redirect: 'manual' })
  }
  const taken = await share({ 'sec-fetch-site': 'none' })
  assert.deepEqual([taken.status, taken.headers.get('location')], [303, '/create?shared=missed'])
  assert.match(await (await site.fetch('/create?shared=missed')).text(), /not ready for what you shared/)
  // No page of another site can send `none`.
  for (const from of ['cross-site', 'same-site']) {
    const refused = await share({ 'sec-fetch-site': from, accept: 'application/json' })
    assert.equal(refused.status, 403)
  }
  assert.deepEqual(await tasksOf(site), 0)
  // Other forms reject requests without an origin.
  const other = await site.fetch('/logout', { method: 'POST', headers: { 'sec-fetch-site': 'none' } })
  assert.equal(other.status, 403)
})

function tasksOf(site: TestSite): Promise<number> {
  return site.withStores(
    async ({ tasks }) => (await tasks.records.list({ status: null, start: 0, limit: 1 })).total,
  )
}
