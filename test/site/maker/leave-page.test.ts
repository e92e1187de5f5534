import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../support/browser/browser.ts'
import { chooseVideo, field, openMaker, openPanels, sendForm } from '../../support/browser/maker.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startSite } from '../../support/site.ts'

/** Returns true if the browser would ask before it leaves the page. */
const asksBeforeLeaving = (page: Page): Promise<boolean> =>
  page.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))")

test('the browser asks before chosen files are left, and typed text is restored until the GIF is made', async (t) => {
  const site = await startSite(t)
  const browser = await openBrowser(t)
  const { page, calm } = await openMaker(site, browser)
  const video = await makeVideo(t, { seconds: 1, width: 64, height: 48, fps: 5 })
  assert.equal(await asksBeforeLeaving(page), false)
  await chooseVideo(page, video)
  assert.equal(await asksBeforeLeaving(page), true)
  await page.getByRole('button', { name: 'Start over' }).click()
  assert.equal(await asksBeforeLeaving(page), false)
  await chooseVideo(page, video)
  assert.equal(await field(page, 'category').inputValue(), '', 'none by itself')
  await field(page, 'title').fill('Kept title')
  await field(page, 'tags').fill('frog, pond')
  await field(page, 'rating').selectOption('pg')
  await field(page, 'category').selectOption({ index: 2 })
  const category = await field(page, 'category').inputValue()
  await page.goto(`${site.url}/login?next=%2Fcreate`)
  await page.goto(`${site.url}/create`)
  const typed = () =>
    Promise.all(['title', 'tags', 'category', 'rating'].map((name) => field(page, name).inputValue()))
  assert.deepEqual(await typed(), ['Kept title', 'frog, pond', category, 'pg'])

  await chooseVideo(page, video)
  await openPanels(page)
  await page.getByText('#pond').waitFor()
  await sendForm(site, page)
  assert.equal(await asksBeforeLeaving(page), false)
  await page.getByText('You can leave this page and come back.').waitFor()
  await page.goto(`${site.url}/create`)
  assert.deepEqual(await typed(), ['', '', category, 'unrated'], 'the category is the last one used')
  const other = await browser.newPage()
  await other.goto(`${site.url}/create`)
  assert.equal(await field(other, 'category').inputValue(), category)
  assert.equal(await field(other, 'title').inputValue(), '')
  calm()
})
