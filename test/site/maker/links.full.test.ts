import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp } from '../../support/app.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { hasFocus, madeGif, makeGif, openMaker } from '../../support/browser/maker.ts'
import { answer, startOrigin } from '../../support/http/origin-server.ts'
import { ensureFixtures } from '../../support/media/fixtures.ts'

test('an address without a video leads back to its field', async (t) => {
  const origin = await startOrigin(t, {
    '/page': answer('<title>Nothing</title>', { 'content-type': 'text/html' }),
  })
  const app = await startApp(t, { WORKER_CONCURRENCY: '1', SOURCE_ALLOWED_HOSTS: origin.pair })
  const { page } = await openMaker(app, await openBrowser(t))
  const address = page.getByLabel('Video link')
  await address.fill(origin.url('/page').href)
  await page.getByRole('button', { name: 'Continue' }).click()
  const alert = page.getByRole('alert')
  await alert.waitFor()
  assert.equal(await alert.textContent(), 'No video found on that page.')
  assert.equal(
    await page.getByText(/You can (?:still )?make the GIF/).count(),
    0,
    'no GIF can be made from it',
  )
  await makeGif(page)
  await page.getByText('Sending').waitFor({ state: 'hidden' })
  await alert.waitFor()
  assert.equal(new URL(page.url()).pathname, '/create')
  assert.equal(await address.getAttribute('aria-invalid'), 'true')
  assert.ok(await hasFocus(address))
  assert.equal(await address.inputValue(), origin.url('/page').href)
})

test('without script the same form makes a GIF, and its page notices the end by itself', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1' })
  const page = await (await openBrowser(t, { javaScriptEnabled: false })).newPage()
  await page.goto(`${app.url}/create`)
  await page.getByRole('radio', { name: 'Pictures' }).check()
  assert.equal(await page.getByLabel('Video file', { exact: true }).isVisible(), false)
  assert.equal(await page.locator('[name="width"]').isVisible(), true)
  await page.getByRole('radio', { name: 'A video file' }).check()
  assert.equal(await page.locator('[name="width"]').isVisible(), false)
  await page
    .getByLabel('Video file', { exact: true })
    .setInputFiles(join(await ensureFixtures(), 'numbered-30.webm'))
  await page.getByLabel('End (seconds)').fill('0.5')
  await page.getByLabel('Part of the picture to keep').fill('1,2')
  await makeGif(page)
  await page.getByRole('alert').getByText('Crop must be').waitFor()
  assert.equal(await page.getByLabel('End (seconds)').inputValue(), '0.5')
  await page.getByLabel('Part of the picture to keep').fill('')
  await page
    .getByLabel('Video file', { exact: true })
    .setInputFiles(join(await ensureFixtures(), 'numbered-30.webm'))
  await makeGif(page)
  const { seconds } = await madeGif(app, page)
  assert.equal(Math.round(seconds * 10) / 10, 0.5)
  await page.getByRole('heading', { name: 'numbered 30' }).waitFor()
})
