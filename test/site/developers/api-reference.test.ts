import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { makeVideo } from '../../support/media/media.ts'
import { pageOf } from '../../support/browser/page.ts'
import { shareSite, startSite } from '../../support/site.ts'

// One site for the tests that need no other.
const site = shareSite()

type Document = { paths: Record<string, Record<string, { operationId: string; summary: string }>> }

test('on a phone the API reference is as wide as the screen, and nothing is cut off', async (t) => {
  const browser = await openBrowser(t, {
    isMobile: true,
    hasTouch: true,
    viewport: { width: 360, height: 740 },
  })
  const page = await browser.newPage()
  const hosts = new Set<string>()
  page.on('request', (request) => void hosts.add(new URL(request.url()).host))
  await page.goto(`${site.url}/api/docs`)
  assert.equal(await page.evaluate('innerWidth'), 360)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const summary of await page.locator('#createFromVideo summary').all()) await summary.tap()
    const outside = await page.evaluate(`[...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > 360).map(({ outerHTML }) => outerHTML)`)
    assert.deepEqual(outside, [])
    assert.deepEqual(await faultsOf(page), [])
  }
  assert.deepEqual(hosts, new Set([new URL(site.url).host]))
})

test('the reference has every call of the document with all its values', async () => {
  const document = (await (await site.fetch('/api/openapi.json')).json()) as Document
  const page = await pageOf(`${site.url}/api/docs`)
  const sections = page.elements('section').map(({ attribs }) => attribs.id)
  const calls = Object.values(document.paths).flatMap((operations) => Object.values(operations))
  assert.deepEqual(new Set(sections), new Set(calls.map(({ operationId }) => operationId)))
  const words = page.text('main')
  for (const { summary } of calls) assert.ok(words.includes(summary), summary)
  for (const words of [
    'auto_loop boolean Uses the part of the clip that loops with the least visible seam. default false',
    'pictures[] required list of file At least 2, one per frame.',
    'limit integer The maximum number of results. 1 to 100; default 25',
    'code required string, in the path',
  ])
    assert.ok(page.text('main').includes(words), words)
})

test('a call is tried on the page: a GIF is made from a file, and found by its code', async (t) => {
  const site = await startSite(t, { WORKER_CONCURRENCY: '1' })
  const page = await (await openBrowser(t)).newPage()
  await page.goto(`${site.url}/api/docs`)
  const create = page.locator('#createFromVideo')
  await create.getByText('Try it').click()
  const values = { 'category (required)': '1', start: '0', end: '1', 'title (required)': 'Tried' }
  for (const [name, value] of Object.entries(values))
    await create.getByRole('textbox', { name, exact: true }).fill(value)
  await create.getByLabel('video (required)').setInputFiles(await makeVideo(t, { seconds: 1 }))
  await create.getByRole('button', { name: 'Send' }).click()
  await create.getByText('200 OK').waitFor()
  const { id } = JSON.parse(await create.locator('[data-reply-body]').innerText()) as { id: string }
  const { code } = (await site.ended(id)).result

  const one = page.locator('#getGif')
  await one.getByText('Try it').click()
  await one.getByRole('textbox', { name: 'code (required)' }).fill(code)
  await one.getByRole('button', { name: 'Send' }).click()
  await one.getByText('"title": "Tried"').waitFor()
  await page.getByRole('textbox', { name: 'API token' }).fill('gw_wrong')
  await one.getByRole('button', { name: 'Send' }).click()
  await one.getByText('401 Unauthorized').waitFor()
})
