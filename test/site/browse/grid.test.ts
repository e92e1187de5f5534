import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, type BrowserOptions } from '../../support/browser/browser.ts'
import { watchLayoutShift } from '../../support/browser/layout-shift.ts'
import { scrollToCards, untilOnPage } from '../../support/until.ts'
import { shareSite, startSite, type TestSite } from '../../support/site.ts'

const shapes = [
  { width: 320, height: 180 },
  { width: 180, height: 320 },
  { width: 240, height: 240 },
  { width: 320, height: 100 },
]

/** Adds the given number of GIFs of all shapes, numbered from the newest, which share the files of one. */
async function fill(site: TestSite, count: number): Promise<void> {
  const { mediaId } = await site.addWithFiles({ title: `GIF ${count}` })
  for (let number = count - 1; number > 0; number--) {
    await site.add({ mediaId, title: `GIF ${number}`, ...shapes[number % shapes.length] })
  }
}

const site = shareSite({}, (made) => fill(made, 60))

async function openPage(t: TestContext, options: BrowserOptions = {}): Promise<Page> {
  return (await openBrowser(t, options)).newPage()
}

const countOf = (page: Page, selector: string) => page.locator(selector).count()
const titles = (page: Page) => page.locator('.card__title').allTextContents()
const isMoving = (place: number) =>
  `document.querySelectorAll('.card')[${place}]?.querySelector('video.card__moving--shown')?.currentTime > 0`

test('GIFs play while they are in view, not too many at once, and stop when they are not', async (t) => {
  const page = await openPage(t, { viewport: { width: 1500, height: 1400 } })
  await page.goto(site.url)
  await untilOnPage(page, `document.querySelectorAll('video.card__moving--shown').length === 24`)
  await untilOnPage(
    page,
    `[...document.querySelectorAll('.card video')].every((video) => video.currentTime > 0)`,
  )
  const first = await page.evaluate<string>(`document.querySelector('.card:has(video) a').pathname`)
  await page.evaluate('scrollTo(0, 1e6)')
  await untilOnPage(page, `document.querySelector('a[href="${first}"] video') === null`)
  await untilOnPage(page, `document.querySelector('video.card__moving--shown') !== null`)
  assert.ok((await countOf(page, '.card video')) <= 24)
})

test('with reduced motion or reduced data people see stills', async (t) => {
  const page = await openPage(t, { reducedMotion: 'reduce' })
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await page.goto(site.url, { waitUntil: 'networkidle' })
  await page.locator('.card a').first().hover()
  assert.equal(await page.getByRole('button', { name: 'Pause' }).isVisible(), false)

  await page.addInitScript('Object.defineProperty(navigator, "connection", { value: { saveData: true } })')
  await page.goto('about:blank')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(site.url, { waitUntil: 'networkidle' })
  assert.deepEqual(
    asked.filter((address) => /mp4|webp/.test(address)),
    [],
  )
  assert.equal(await countOf(page, 'video'), 0)
})

test('Tab reaches the tools of the grid in visual order', async (t) => {
  const page = await openPage(t)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    const places = await page.evaluate<number[]>(`[...document.querySelectorAll('.tools > *')].map((tool) => {
      const { left, top } = tool.getBoundingClientRect()
      return top * 10000 + left
    })`)
    assert.equal(places.length, 3)
    assert.deepEqual(
      places.toSorted((one, other) => one - other),
      places,
    )
  }
})

test('the grid can be paused, stays so, and then plays only GIFs that are pointed at', async (t) => {
  const page = await openPage(t)
  await page.goto(site.url)
  await untilOnPage(page, isMoving(0))
  await page.getByRole('button', { name: 'Pause' }).click()
  await untilOnPage(page, 'document.querySelector("video") === null')
  await page.reload()
  await page.getByRole('button', { name: 'Play' }).waitFor()
  assert.equal(await countOf(page, 'video'), 0)
  await page.getByRole('link', { name: 'GIF 2', exact: true }).hover()
  await untilOnPage(page, isMoving(1))
  assert.equal(await countOf(page, 'video'), 1)
  await page.mouse.move(0, 0)
  await untilOnPage(page, 'document.querySelector("video") === null')
  await page.getByRole('link', { name: 'GIF 3', exact: true }).focus()
  await untilOnPage(page, isMoving(2))
  await page.getByRole('button', { name: 'Play' }).click()
  await untilOnPage(page, isMoving(0))
})

test('if the MP4 does not play, the WebP does', async (t) => {
  const page = await openPage(t)
  await page.route('**/video.mp4', (route) => route.abort())
  await page.goto(site.url)
  await page.locator('img.card__moving--shown[src$="animation.webp"]').first().waitFor()
  assert.equal(await countOf(page, '.card video'), 0)
})

test('an NSFW GIF is behind a spoiler, and plays only when pointed at', async (t) => {
  const own = await startSite(t)
  const { mediaId } = await own.addWithFiles({ title: 'Calm' })
  await own.add({ mediaId, title: 'Spicy', rating: 'r' })
  const page = await openPage(t)
  await page.goto(own.url)
  await page.getByRole('link', { name: 'Show NSFW' }).click()
  await untilOnPage(page, isMoving(1))
  const veil = () =>
    page.evaluate<string>('getComputedStyle(document.querySelector(".card--nsfw img")).filter')
  assert.match(await veil(), /blur/)
  assert.equal(await countOf(page, '.card--nsfw video'), 0)
  await page.getByRole('link', { name: 'Spicy' }).hover()
  await untilOnPage(page, isMoving(0))
  assert.equal(await veil(), 'none')
})

test('the grid grows with scrolling; nothing moves, and the focus stays', async (t) => {
  const page = await openPage(t)
  const shift = await watchLayoutShift(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/thumb.jpg', async (route) => held.then(() => route.continue()))
  await page.goto(site.url, { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'GIF 24', exact: true }).waitFor()
  await untilOnPage(
    page,
    `[...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet)`,
  )
  const places = () =>
    page.evaluate<number[][]>(`[...document.querySelectorAll('.card')].slice(0, 20).map((card) => {
      const { left, top, width, height } = card.getBoundingClientRect()
      return [left, top + scrollY, width, height]
    })`)
  const before = await places()
  release()
  await page.getByRole('link', { name: 'GIF 3', exact: true }).focus()
  await scrollToCards(page, 60, 600)
  await untilOnPage(page, `document.querySelector('.card img').complete`)
  assert.deepEqual(await places(), before)
  assert.deepEqual(
    await titles(page),
    Array.from({ length: 60 }, (_, place) => `GIF ${place + 1}`),
  )
  assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), 'GIF 3')
  await page.getByText('Page 3 of 3').waitFor()
  assert.match((await page.getByRole('status').textContent()) ?? '', /12 more GIFs, 60 in total/)
  assert.equal(new URL(page.url()).search, '')
  await page.mouse.wheel(0, 100_000)
  await page.locator('.foot').scrollIntoViewIfNeeded()
  assert.equal(await shift(), 0)
})

test('after eight more pages the plain link takes over, so that the footer can be reached', async (t) => {
  const large = await startSite(t)
  await fill(large, 230)
  const page = await openPage(t, { reducedMotion: 'reduce' })
  await page.goto(large.url)
  await scrollToCards(page, 216, 3000)
  const next = page.getByRole('link', { name: 'Next' })
  await next.click()
  await page.waitForURL('**/?page=10')
  assert.deepEqual((await titles(page)).slice(0, 1), ['GIF 217'])
})

test('returning from a GIF restores the grid', async (t) => {
  const page = await openPage(t)
  await page.goto(site.url)
  await scrollToCards(page, 60, 600)
  const link = page.getByRole('link', { name: 'GIF 50', exact: true })
  await link.scrollIntoViewIfNeeded()
  const top = await page.evaluate('scrollY')
  await link.click()
  await page.getByRole('heading', { name: 'GIF 50' }).waitFor()
  await page.goBack()
  await untilOnPage(page, `document.querySelectorAll('.card').length === 60`)
  await untilOnPage(page, `Math.abs(scrollY - ${Number(top)}) < 2`)
  await link.waitFor()
  await untilOnPage(page, `document.querySelector('video.card__moving--shown') !== null`)
})

test('if the next page does not load, its link is shown instead', async (t) => {
  const page = await openPage(t)
  await page.route('**/?page=2', (route) => route.abort())
  await page.goto(site.url)
  await page.mouse.wheel(0, 5000)
  await page.getByText(/More GIFs could not be loaded/).waitFor({ state: 'attached' })
  await page.unroute('**/?page=2')
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByRole('link', { name: 'GIF 30', exact: true }).waitFor()
})

test('the number of columns fits the width, and each card goes to the shortest', async (t) => {
  const page = await openPage(t, { reducedMotion: 'reduce' })
  await page.goto(site.url)
  for (const [width, columns] of [
    [360, 2],
    [768, 3],
    [1280, 5],
    [1920, 7],
    [2560, 8],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const cards = await page.evaluate<{ left: number; top: number; bottom: number }[]>(
      `[...document.querySelectorAll('.card')].map((card) => {
        const { left, top, bottom } = card.getBoundingClientRect()
        return { left: Math.round(left), top, bottom }
      })`,
    )
    const ends = new Map<number, number>()
    for (const { left, top, bottom } of cards) {
      if (ends.size === columns) assert.ok(Math.abs(top - Math.min(...ends.values())) < 1.5, `${width}`)
      ends.set(left, bottom)
    }
    assert.equal(ends.size, columns, `${width}`)
    const wide = await page.evaluate('document.documentElement.scrollWidth')
    assert.ok(Number(wide) <= width)
  }
})
