import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp } from '../../support/app.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { clipOf, hasFocus, madeGif, makeGif, openMaker } from '../../support/browser/maker.ts'
import { startSite } from '../../support/site.ts'
import { untilOnPage } from '../../support/until.ts'

const recordCamera = (page: Page) => page.getByRole('button', { name: 'Record your camera' })

/** The requests of the page from now on: all of them, and those that have a body. */
function watchRequests(page: Page) {
  const seen: string[] = []
  const sent: string[] = []
  page.on('request', (request) => {
    // Files of the page itself.
    if (request.url().startsWith('blob:')) return
    seen.push(new URL(request.url()).pathname)
    if (request.method() !== 'GET') sent.push(request.url())
  })
  return { seen, sent }
}

test('the camera is recorded into the maker, and nothing is sent without confirmation', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1' })
  const { page, calm } = await openMaker(app, await openBrowser(t))
  const { seen, sent } = watchRequests(page)
  await recordCamera(page).click()
  const start = page.getByRole('button', { name: 'Start recording' })
  await start.waitFor()
  assert.ok(await hasFocus(start))
  assert.ok(await page.getByLabel('Mirror').isChecked())
  assert.deepEqual(await faultsOf(page), [])
  await start.click()
  await page.locator('.recorder__count', { hasText: '3' }).waitFor()
  await page.getByText(/^0:01 of 5:00$/).waitFor()
  await page.getByRole('button', { name: 'Stop recording' }).click()

  // It has no length of its own: that is found by going to its end.
  await page.getByRole('slider', { name: 'Start', exact: true }).waitFor()
  await page.getByText(/^Camera recording\.webm · \d+(\.\d)? s/).waitFor()
  await untilOnPage(page, "document.querySelector('[data-video]').currentTime > 0.3")
  assert.deepEqual(sent, [])
  assert.deepEqual(
    seen.filter((path) => !path.startsWith('/static/') && !path.startsWith('/create/watermark.png')),
    [],
  )
  const [from, to] = (await clipOf(page)).map(Number)
  await makeGif(page)
  const { seconds } = await madeGif(app, page)
  assert.ok(Math.abs(seconds - (to! - from!)) < 0.2, `${seconds} s`)
  await page.getByRole('heading', { name: 'Camera recording' }).waitFor()
  calm()
})

test('only the page of the maker may record, and never sound', async (t) => {
  const site = await startSite(t)
  const policyOf = async (path: string) => (await site.fetch(path)).headers.get('permissions-policy')
  assert.equal(
    await policyOf('/create'),
    'camera=(self), display-capture=(self), geolocation=(), microphone=()',
  )
  for (const path of ['/', '/login', '/create/unknown']) {
    assert.equal(await policyOf(path), 'camera=(), display-capture=(), geolocation=(), microphone=()', path)
  }
})
