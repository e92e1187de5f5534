import assert from 'node:assert/strict'
import { makeTrend } from '../stores/trends.ts'
import { scrollToCards, untilOnPage } from '../until.ts'
import type { CleanUp } from '../clean-up.ts'
import type { TestSite } from '../site.ts'
import { faultsOf } from './axe.ts'
import { openBrowser } from './browser.ts'
import { watchLayoutShift } from './layout-shift.ts'

/** The trending GIFs of the page below, in order. */
export const trend = ['GIF 1', 'GIF 2', 'GIF 3', 'GIF 4', 'GIF 5', 'GIF 6']

/** Adds GIFs of different heights that share their files, and returns the code of the first. */
export async function fillPage(site: TestSite, count: number): Promise<string> {
  const { mediaId, code } = await site.addWithFiles({ title: 'A title of ordinary length' })
  for (let number = 1; number < count; number++) {
    const shape = { width: 320, height: 100 + number * 7 }
    await site.add({ mediaId, title: `A title of ordinary length ${number}`, ...shape })
  }
  return code
}

/** Adds 60 GIFs, numbered from the oldest, of which the six oldest trend, the first the most; returns its code. */
export async function fillTrendingPage(site: TestSite, used = 6): Promise<string> {
  const first = await site.addWithFiles({ title: 'GIF 1' })
  const gifs = [first]
  for (let number = 2; number <= 60; number++) {
    const shape = { width: 320, height: 120 + (number % 7) * 40 }
    gifs.push(await site.add({ mediaId: first.mediaId, title: `GIF ${number}`, ...shape }))
  }
  await makeTrend(site, gifs.slice(0, used))
  return first.code
}

/** Goes down the front page of that site, to a GIF and back. */
export async function checkTrendingPage(
  t: CleanUp,
  url: string,
  viewport: { width: number; height: number },
): Promise<void> {
  const browser = await openBrowser(t, { reducedMotion: 'reduce', viewport })
  const page = await browser.newPage()
  const shift = await watchLayoutShift(page)
  await page.goto(url)
  assert.deepEqual(await faultsOf(page), [])
  const top = await page.evaluate<number>(`document.querySelector('.card').getBoundingClientRect().top`)
  assert.ok(top < viewport.height / 2, `${viewport.width}: the first GIF is at ${top}`)
  await scrollToCards(page, 6 + 60, 600)
  assert.deepEqual(await page.locator('.grid').first().locator('.card__title').allTextContents(), trend)
  assert.equal(await page.locator('.grid[data-endless] .card').count(), 60)
  assert.equal(await shift(), 0, String(viewport.width))
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
