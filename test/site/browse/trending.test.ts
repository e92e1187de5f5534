import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { english } from '#src/site/messages/en/messages.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { markupFaultsOf } from '../../support/browser/html-validity.ts'
import { watchLayoutShift } from '../../support/browser/layout-shift.ts'
import { pageOf } from '../../support/browser/page.ts'
import { startSite } from '../../support/site.ts'
import { makeTrend } from '../../support/stores/trends.ts'
import { scrollToCards, untilOnPage } from '../../support/until.ts'

const texts = english.browse

/** A site with 60 GIFs, numbered from the oldest, of which the six oldest trend, the first the most. */
async function stage(t: TestContext, used = 6) {
  const site = await startSite(t)
  const first = await site.addWithFiles({ title: 'GIF 1' })
  const gifs = [first]
  for (let number = 2; number <= 60; number++) {
    const shape = { width: 320, height: 120 + (number % 7) * 40 }
    gifs.push(await site.add({ mediaId: first.mediaId, title: `GIF ${number}`, ...shape }))
  }
  await makeTrend(site, gifs.slice(0, used))
  return { site, gifs }
}

const trend = ['GIF 1', 'GIF 2', 'GIF 3', 'GIF 4', 'GIF 5', 'GIF 6']

test('the front page shows what is trending, then the newest GIFs', async (t) => {
  const { site } = await stage(t)
  const page = await pageOf(site.url)
  assert.deepEqual(page.cards().slice(0, 8), [...trend, 'GIF 60', 'GIF 59'])
  assert.equal(page.cards().length, 6 + 24)
  assert.deepEqual([page.text('h1'), page.text('h2')], [texts.trending, texts.newest])
  assert.deepEqual(await markupFaultsOf(page.body), [])
  const second = await pageOf(`${site.url}/?page=2`)
  assert.deepEqual([second.text('h1'), second.cards().length], [texts.newest, 24])
  const category = await pageOf(`${site.url}/?category=animals`)
  assert.deepEqual(category.cards().slice(0, 1), ['GIF 60'])
})

test('the front page begins with the newest GIFs while too few were used to speak of a trend', async (t) => {
  const { site } = await stage(t, 5)
  const page = await pageOf(site.url)
  assert.equal(page.text('h1'), texts.newest)
  assert.deepEqual(page.cards().slice(0, 1), ['GIF 60'])
})

test('what is not safe for work trends only for those who ask for it', async (t) => {
  const site = await startSite(t)
  const gifs = []
  for (let number = 1; number <= 12; number++)
    gifs.push(await site.add({ title: `GIF ${number}`, rating: number % 2 ? 'r' : null }))
  await makeTrend(site, gifs)
  const safe = (await pageOf(site.url)).cards()
  assert.deepEqual(safe.slice(0, 6), ['GIF 2', 'GIF 4', 'GIF 6', 'GIF 8', 'GIF 10', 'GIF 12'])
  const all = (await pageOf(`${site.url}/?nsfw=1`)).cards()
  assert.deepEqual(all.slice(0, 3), ['GIF 1', 'GIF 2', 'GIF 3'])
})

test('a page without results shows what is trending, filled up with the newest GIFs', async (t) => {
  const { site } = await stage(t)
  const page = await pageOf(`${site.url}/?q=nothing`)
  assert.deepEqual(page.cards().slice(0, 8), [...trend, 'GIF 60', 'GIF 59'])
  assert.equal(page.cards().length, 12)
  assert.deepEqual([page.text('h1'), page.text('h2')], ['“nothing”', texts.trending])
  assert.match(page.text('main'), /0 GIFs/)
  assert.deepEqual(await markupFaultsOf(page.body), [])
})

test('only the grid of the newest GIFs grows, nothing moves, and Back shows both as they were', async (t) => {
  const { site } = await stage(t)
  const browser = await openBrowser(t, { reducedMotion: 'reduce' })
  for (const [width, height] of [
    [360, 740],
    [1440, 900],
    [2560, 1300],
  ] as const) {
    const page = await browser.newPage()
    await page.setViewportSize({ width, height })
    const shift = await watchLayoutShift(page)
    await page.goto(site.url)
    assert.deepEqual(await faultsOf(page), [])
    const top = await page.evaluate<number>(`document.querySelector('.card').getBoundingClientRect().top`)
    assert.ok(top < height / 2, `${width}: the first GIF is at ${top}`)
    await scrollToCards(page, 6 + 60, 600)
    assert.deepEqual(await page.locator('.grid').first().locator('.card__title').allTextContents(), trend)
    assert.equal(await page.locator('.grid[data-endless] .card').count(), 60)
    assert.equal(await shift(), 0, String(width))
    const link = page.getByRole('link', { name: 'GIF 20', exact: true })
    await link.scrollIntoViewIfNeeded()
    const left = await page.evaluate('scrollY')
    await link.click()
    await page.getByRole('heading', { name: 'GIF 20' }).waitFor()
    await page.goBack()
    await untilOnPage(page, `document.querySelectorAll('.card').length === 66`)
    await untilOnPage(page, `Math.abs(scrollY - ${Number(left)}) < 2`)
    await page.close()
  }
})
