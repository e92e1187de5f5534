import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp } from '../../support/app.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { closeCrop, madeGif, makeGif, openMaker, openPanels } from '../../support/browser/maker.ts'
import { answer, startOrigin } from '../../support/http/origin-server.ts'
import { ensureFixtures } from '../../support/media/fixtures.ts'
import { makeVideo } from '../../support/media/media.ts'
import { untilOnPage } from '../../support/until.ts'

const isShown = "document.querySelector('[data-video]').videoWidth > 0"

test('a pasted link is previewed and trimmed, made without a second fetch, then edited again and compared', async (t) => {
  const clip = await readFile(join(await ensureFixtures(), 'cover-and-sound.mp4'))
  const origin = await startOrigin(t, {
    '/page': answer('<title>A frog jumps</title><video src="/clip.mp4"></video>', {
      'content-type': 'text/html',
    }),
    '/clip.mp4': answer(clip, { 'content-type': 'video/mp4' }),
  })
  const app = await startApp(t, { WORKER_CONCURRENCY: '1', SOURCE_ALLOWED_HOSTS: origin.pair })
  const browser = await openBrowser(t)
  const { page, calm } = await openMaker(app, browser)
  const address = page.getByLabel('Video link')
  await address.fill('no address')
  await address.press('Enter')
  await page.getByText('Enter a link to a web page or video').first().waitFor()
  await address.fill(origin.url('/page').href)
  await address.press('Enter')
  await untilOnPage(page, isShown)
  await page.getByRole('slider', { name: 'Start' }).waitFor()
  const fetches = origin.requests.length
  assert.deepEqual(await faultsOf(page), [])
  await page.getByLabel('End (seconds)').fill('0.5')
  await page.keyboard.press('Enter')
  const first = await madeGif(app, page)
  assert.equal(Math.round(first.seconds * 10) / 10, 0.5)
  await page.getByRole('heading', { name: 'A frog jumps' }).waitFor()
  assert.match(new URL(page.url()).pathname, /^\/create\/\w+$/)
  assert.equal(origin.requests.length, fetches)
  assert.ok(
    origin.requests.every(({ headers }) => headers['sec-fetch-mode'] === undefined),
    'the service fetches it, the browser never does',
  )

  await page.getByRole('link', { name: 'Edit and make again' }).click()
  await openPanels(page)
  await untilOnPage(page, isShown)
  assert.equal(await page.getByLabel('End (seconds)').inputValue(), '0.5')
  await page.locator('[name="clip_width"]').fill(String(Math.floor(first.width / 2)))
  await makeGif(page)
  const second = await madeGif(app, page)
  assert.ok(second.width < first.width)
  assert.equal(origin.requests.length, fetches)
  const versions = page.getByRole('region', { name: 'Versions' })
  assert.equal(await versions.getByRole('listitem').count(), 2)
  assert.deepEqual(await faultsOf(page), [])
  await versions.getByRole('link', { name: 'Keep only this' }).first().click()
  await page.getByRole('button', { name: 'Delete 1 other version' }).click()
  await page.getByRole('link', { name: 'Edit and make again' }).waitFor()
  assert.equal(await page.getByRole('region', { name: 'Versions' }).count(), 0)
  calm()
})

test('a file that the browser cannot play is sent ahead once, and cropped in its own pixels', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1', PREVIEW_SECONDS: '1' })
  const { page } = await openMaker(app, await openBrowser(t))
  const path = await makeVideo(t, { seconds: 2, width: 320, height: 480, fps: 10, extension: 'avi' })
  await page.locator('[data-choose]').setInputFiles(path)
  await untilOnPage(page, isShown)
  await page.getByText(/^Showing 1 s|^Showing 1\.0|^Showing 0:01/).waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'hidden' })
  await page.getByLabel('End (seconds)').fill('1.5')
  await page.getByLabel('Start (seconds)').fill('1.1')
  await page.evaluate(
    `(() => {
      const field = document.querySelector('[name="crop"]')
      field.value = '50,100,200,300'
      field.dispatchEvent(new Event('change', { bubbles: true }))
    })()`,
  )
  await closeCrop(page)
  const size = page.locator('[data-size]:not([data-waiting])', { hasText: ' · 200 × 300 · 4 frames' })
  // First that of the copy, then that of the source.
  await size.filter({ hasNotText: 'About' }).waitFor()
  assert.match((await size.textContent()) ?? '', /^[\d.]+ [KM]B · /)
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url() === `${app.url}/create`,
  )
  await makeGif(page)
  assert.ok(Number((await (await sent).allHeaders())['content-length']) < 10_000)
  const made = await madeGif(app, page)
  assert.deepEqual([made.width, made.height, made.frames], [200, 300, 4])
})
