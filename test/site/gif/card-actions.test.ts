import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from '#src/site/messages/en/messages.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { watchLayoutShift } from '../../support/browser/layout-shift.ts'
import { signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'
import { until, untilOnPage } from '../../support/until.ts'

const texts = english.kit.cardActions
const opacity = `getComputedStyle(document.querySelector('.card__actions')).opacity`

test('a card copies its link and adds its GIF to the favorites, by pointer and by keyboard', async (t) => {
  const site = await startSite(t)
  const anna = await signedIn(site)
  const gif = await site.addWithFiles({ title: 'Frog' })
  const browser = await openBrowser(t, {
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
  })
  await anna.enter(browser)
  const page = await browser.newPage()
  const uses: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/use/')) uses.push(`${pathname} ${response.request().postData()}`)
  })
  const shift = await watchLayoutShift(page)
  await page.goto(site.url)
  assert.equal(await page.evaluate(opacity), '0')
  await page.locator('.card > a').hover()
  await untilOnPage(page, `${opacity} === '1'`)
  await page.getByRole('button', { name: texts.copyLinkAbout('Frog') }).click()
  await until('the use is counted', () => uses.length === 1)
  assert.deepEqual(uses, [`/api/use/${gif.code} kind=copy`])
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), `${site.url}/${gif.code}`)

  await page.mouse.move(0, 0)
  await page.locator('.card > a').focus()
  await untilOnPage(page, `${opacity} === '1'`)
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const heart = page.getByRole('button', { name: texts.favoriteAbout('Frog') })
  await untilOnPage(page, `document.querySelector('[aria-pressed="true"]') !== null`)
  assert.equal(new URL(page.url()).pathname, '/')
  assert.equal(await shift(), 0)
  await page.goto(`${site.url}/mine/favourites`)
  await page.getByRole('link', { name: 'Frog' }).waitFor()
  await page.locator('.card > a').hover()
  await heart.click()
  await untilOnPage(page, `document.querySelector('[aria-pressed="false"]') !== null`)
  await page.reload()
  await page.getByText(english.collections.favorites.empty).waitFor()
})

test('without script a card leads to the link on its page, and its heart returns to the grid', async (t) => {
  const site = await startSite(t)
  const anna = await signedIn(site)
  const gif = await site.addWithFiles({ title: 'Frog' })
  const browser = await openBrowser(t, { javaScriptEnabled: false })
  await anna.enter(browser)
  const page = await browser.newPage()
  await page.goto(`${site.url}/?category=animals`)
  await page.locator('.card > a').hover()
  await page.getByRole('button', { name: texts.favoriteAbout('Frog') }).click()
  await page.locator('[aria-pressed="true"]').waitFor()
  assert.equal(new URL(page.url()).search, '?category=animals')
  await page.locator('.card > a').hover()
  await page.getByRole('button', { name: texts.copyLinkAbout('Frog') }).click()
  await page.getByRole('heading', { name: 'Frog' }).waitFor()
  assert.equal(new URL(page.url()).pathname, `/${gif.code}`)
  assert.equal(await page.locator('#link input[readonly]').first().inputValue(), `${site.url}/${gif.code}`)
})

test('on a touch screen cards are plain, and the page of a GIF offers all their actions', async (t) => {
  const site = await startSite(t)
  await site.addWithFiles({ title: 'Frog' })
  const browser = await openBrowser(t, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  })
  const page = await browser.newPage()
  await page.goto(site.url)
  assert.equal(await page.locator('.card__actions').isVisible(), false)
  await page.locator('.card > a').tap()
  const copy = page.getByRole('button', { name: english.gif.share.copyLink })
  await copy.waitFor()
  assert.ok(((await copy.boundingBox())?.y ?? Infinity) < 740)
  const more = page.getByText(english.gif.more.button, { exact: true })
  await more.tap()
  await page.getByRole('link', { name: english.gif.more.report }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
  await page.keyboard.press('Escape')
  assert.equal(await page.evaluate(`document.activeElement.textContent.trim()`), english.gif.more.button)
  await more.tap()
  await page.locator('h1').tap()
  assert.equal(await page.locator('.more__sheet').isVisible(), false)
})
