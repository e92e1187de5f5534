import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../../support/browser/browser.ts'
import { chooseFiles, field, hasFocus, openMaker } from '../../support/browser/maker.ts'
import { makeVideo } from '../../support/media/media.ts'
import { signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'

test('a title suggested by a file is removed with the file', async (t) => {
  const site = await startSite(t)
  const { page } = await openMaker(site, await openBrowser(t))
  await chooseFiles(page, await makeVideo(t, { seconds: 1 }))
  await page.getByText('clip.mp4 · 1 s').waitFor()
  assert.equal(await field(page, 'title').inputValue(), 'clip')
  await field(page, 'tags').fill('one')
  await page.reload()
  assert.equal(await field(page, 'title').inputValue(), '')
  assert.equal(await field(page, 'tags').inputValue(), 'one')
})

test('numbers of a removed file do not come back without it', async (t) => {
  const site = await startSite(t)
  const { page } = await openMaker(site, await openBrowser(t))
  await chooseFiles(page, await makeVideo(t, { seconds: 9 }))
  await page.getByRole('slider', { name: 'Start', exact: true }).waitFor()
  await field(page, 'start').fill('3')
  await page.keyboard.press('Tab')
  await page.goto(site.url)
  await page.goBack()
  await page.getByText('Drop a video or pictures here').waitFor()
  await chooseFiles(page, await makeVideo(t, { seconds: 9 }))
  const start = page.getByRole('slider', { name: 'Start', exact: true })
  await start.waitFor()
  assert.equal(await field(page, 'start').inputValue(), await start.getAttribute('aria-valuenow'))
})

test('signing in in the tab that the maker offers allows keeping the GIF private without starting again', async (t) => {
  const site = await startSite(t)
  const browser = await openBrowser(t)
  const { page } = await openMaker(site, browser)
  assert.equal(await page.locator('[data-leave-link]').first().getAttribute('target'), null)
  await chooseFiles(page, await makeVideo(t, { seconds: 1 }))
  await page.getByText('clip.mp4 · 1 s').waitFor()
  const opened = browser.waitForEvent('page')
  await page.getByRole('link', { name: 'Sign in (in a new tab)' }).click()
  const tab = await opened
  await tab.waitForLoadState()
  assert.match(tab.url(), /\/login/)
  await (await signedIn(site, { premium: true })).enter(browser)
  await tab.close()
  await page.bringToFront()
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await page.getByRole('radio', { name: 'Private', exact: true }).waitFor()
  const choice = (name: string) => page.getByRole('radio', { name, exact: true })
  assert.ok(await hasFocus(choice('Public')))
  await choice('Private').check()
  await page.getByLabel('No watermark').check()
  await page.getByText('clip.mp4 · 1 s').waitFor()
})
