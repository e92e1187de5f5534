import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../support/browser/browser.ts'
import { openMaker, openPanels } from '../../support/browser/maker.ts'
import { makeVideo } from '../../support/media/media.ts'
import { signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'

const field = (page: Page, name: string) => page.locator(`[name="${name}"]:not([type="file"])`)

/** Whether the browser would ask before it leaves the page. */
const asksToStay = (page: Page): Promise<boolean> =>
  page.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))")

test('the browser asks before chosen files are left, until they are on their way', async (t) => {
  const site = await startSite(t)
  const { page, calm } = await openMaker(site, await openBrowser(t))
  assert.equal(await asksToStay(page), false)
  await page.getByLabel('Choose files').setInputFiles(await makeVideo(t, { seconds: 1 }))
  await page.getByText('clip.mp4 · 1 s').waitFor()
  assert.equal(await asksToStay(page), true)
  await page.getByRole('button', { name: 'Start over' }).click()
  assert.equal(await asksToStay(page), false)
  await page.getByLabel('Choose files').setInputFiles(await makeVideo(t, { seconds: 1 }))
  await page.getByRole('button', { name: 'Make GIF' }).click()
  await page.getByRole('heading', { name: "You're next" }).waitFor()
  assert.equal(await asksToStay(page), false)
  await page.getByText('You can leave this page and come back.').waitFor()
  calm()
})

test('what was typed is there again for who comes back, and gone once the GIF was taken', async (t) => {
  const site = await startSite(t)
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  await page.goto(`${site.url}/create`)
  await page.getByLabel('Choose files').setInputFiles(await makeVideo(t, { seconds: 1 }))
  await page.getByText('clip.mp4 · 1 s').waitFor()
  await openPanels(page)
  assert.equal(await field(page, 'category').inputValue(), '', 'none by itself')
  await field(page, 'title').fill('Kept title')
  await field(page, 'tags').fill('frog, pond')
  await field(page, 'rating').selectOption('pg')
  await field(page, 'category').selectOption({ index: 2 })
  const category = await field(page, 'category').inputValue()
  await page.goto(`${site.url}/login?next=%2Fcreate`)
  await page.goto(`${site.url}/create`)
  const typed = async () => [
    await field(page, 'title').inputValue(),
    await field(page, 'tags').inputValue(),
    await field(page, 'category').inputValue(),
    await field(page, 'rating').inputValue(),
  ]
  assert.deepEqual(await typed(), ['Kept title', 'frog, pond', category, 'pg'])

  await page.getByLabel('Choose files').setInputFiles(await makeVideo(t, { seconds: 1 }))
  await openPanels(page)
  await page.getByText('#pond').waitFor()
  await page.getByRole('button', { name: 'Make GIF' }).click()
  await page.getByRole('heading', { name: "You're next" }).waitFor()
  await page.goto(`${site.url}/create`)
  assert.deepEqual(await typed(), ['', '', category, 'unrated'], 'the category is the last one used')
  const other = await browser.newPage()
  await other.goto(`${site.url}/create`)
  assert.equal(await field(other, 'category').inputValue(), category)
  assert.equal(await field(other, 'title').inputValue(), '')
})

test('a title that a file suggested goes with the file', async (t) => {
  const site = await startSite(t)
  const { page } = await openMaker(site, await openBrowser(t))
  await page.getByLabel('Choose files').setInputFiles(await makeVideo(t, { seconds: 1 }))
  await page.getByText('clip.mp4 · 1 s').waitFor()
  assert.equal(await field(page, 'title').inputValue(), 'clip')
  await field(page, 'tags').fill('one')
  await page.reload()
  assert.equal(await field(page, 'title').inputValue(), '')
  assert.equal(await field(page, 'tags').inputValue(), 'one')
})

test('numbers of a file that is gone do not come back without it', async (t) => {
  const site = await startSite(t)
  const { page } = await openMaker(site, await openBrowser(t))
  await page.getByLabel('Choose files').setInputFiles(await makeVideo(t, { seconds: 9 }))
  await page.getByRole('slider', { name: 'Start', exact: true }).waitFor()
  await field(page, 'start').fill('3')
  await page.keyboard.press('Tab')
  await page.goto(site.url)
  await page.goBack()
  await page.getByText('Drop a video or pictures here').waitFor()
  await page.getByLabel('Choose files').setInputFiles(await makeVideo(t, { seconds: 9 }))
  const start = page.getByRole('slider', { name: 'Start', exact: true })
  await start.waitFor()
  assert.equal(await field(page, 'start').inputValue(), await start.getAttribute('aria-valuenow'))
})

test('who signs in in the tab that the maker offers may keep the GIF private without starting again', async (t) => {
  const site = await startSite(t)
  const browser = await openBrowser(t)
  const { page } = await openMaker(site, browser)
  assert.equal(await page.locator('[data-leave-link]').first().getAttribute('target'), null)
  await page.getByLabel('Choose files').setInputFiles(await makeVideo(t, { seconds: 1 }))
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
  assert.ok(await choice('Public').evaluate((element) => element.matches(':focus')))
  await choice('Private').check()
  await page.getByLabel('No watermark').check()
  await page.getByText('clip.mp4 · 1 s').waitFor()
})
