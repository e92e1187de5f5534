import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type BrowserOptions, openBrowser } from '../../support/browser/browser.ts'
import { chooseFiles, hasFocus, makeGif, untilPreviewed } from '../../support/browser/maker.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startSite } from '../../support/site.ts'

async function openVideo(t: TestContext, options: BrowserOptions) {
  const site = await startSite(t)
  const page = await (await openBrowser(t, options)).newPage()
  await page.goto(`${site.url}/create`)
  await chooseFiles(page, await makeVideo(t, { seconds: 3, width: 64, height: 36, fps: 5 }))
  await untilPreviewed(page)
  return page
}

test('a closed group shows its chosen values, and opens for an error', async (t) => {
  const page = await openVideo(t, {})
  const group = (name: string) => page.locator(`[data-panel="${name}"]`)
  assert.equal(await page.getByLabel('Boomerang').isVisible(), false)
  await group('speed').locator('summary').click()
  await page.getByRole('button', { name: '2×' }).click()
  await page.getByLabel('Boomerang').check()
  await group('speed').locator('summary').click()
  await group('speed').locator('summary', { hasText: '2× · Boomerang' }).waitFor()
  await group('details').locator('summary', { hasText: 'clip' }).waitFor()
  await group('speed').locator('summary').click()
  await page.getByLabel('Speed', { exact: true }).fill('99')
  await group('speed').locator('summary').click()
  await makeGif(page)
  await page.getByText('Speed must be').waitFor()
  assert.ok(await hasFocus(page.getByLabel('Speed', { exact: true })))
  assert.equal(await page.getByText('Speed must be').count(), 1, 'it is announced once')
})
