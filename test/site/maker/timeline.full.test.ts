import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../support/browser/browser.ts'
import { chooseFiles, clipOf, openMaker, type, untilPreviewed } from '../../support/browser/maker.ts'
import { fingerOn, phone, untilScrolled } from '../../support/browser/touch.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startSite } from '../../support/site.ts'

/** The part of the browser that is used here. */
declare const document: {
  querySelector(name: 'video'): { currentTime: number; paused: boolean } | null
}
declare const scrollY: number

/** The maker with a video of ten seconds, all of it on the strip. */
async function open(t: TestContext, options: Parameters<typeof openBrowser>[1] = {}, seconds = 10) {
  const site = await startSite(t)
  const { page } = await openMaker(site, await openBrowser(t, options))
  await chooseFiles(page, await makeVideo(t, { seconds, width: 64, height: 36, fps: 10 }))
  await untilPreviewed(page)
  return page
}

const numbersOf = async (page: Page) => (await clipOf(page)).map(Number)

/** The position of a moment of the video on the screen. */
async function placeOf(page: Page, moment: number): Promise<{ x: number; y: number }> {
  await page.locator('[data-strip]').scrollIntoViewIfNeeded()
  const box = await page.locator('[data-strip]').boundingBox()
  assert.ok(box)
  return { x: box.x + (box.width * moment) / 10, y: box.y + box.height / 2 }
}

const momentOf = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1)

/** Low enough that the page scrolls. */
const lowPhone = { ...phone, viewport: { width: 390, height: 500 } }

test('a click on the timeline shows a moment, and keeps the typed clip', async (t) => {
  const page = await open(t)
  await type(page, 'start', '1.234')
  await type(page, 'end', '2.345')
  const after = await placeOf(page, 7)
  await page.mouse.click(after.x, after.y)
  assert.ok(Math.abs((await momentOf(page)) - 7) < 0.1)
  assert.ok(await page.evaluate(() => document.querySelector('video')?.paused))
  const inside = await placeOf(page, 1.8)
  await page.mouse.move(inside.x, inside.y)
  await page.mouse.down()
  await page.mouse.move(inside.x + 3, inside.y)
  await page.mouse.up()
  assert.deepEqual(await numbersOf(page), [1.234, 2.345])

  await page.mouse.move(after.x, after.y)
  await page.mouse.down()
  await page.mouse.move(after.x + 4, after.y)
  assert.deepEqual(await numbersOf(page), [1.234, 2.345])
  await page.mouse.move(after.x + 20, after.y)
  const [start = 0, end = 0] = await numbersOf(page)
  assert.ok(
    start > 6 && Math.abs(end - start - 1.111) < 0.0001,
    `dragged from outside it, the clip comes ${start} ${end}`,
  )
  await page.mouse.up()
})

test('a handle dragged too far restores the other one on its way back', async (t) => {
  const page = await open(t)
  await type(page, 'start', '2')
  await type(page, 'end', '4')
  const start = await placeOf(page, 2)
  const far = await placeOf(page, 8)
  await page.mouse.move(start.x - 8, start.y)
  await page.mouse.down()
  await page.mouse.move(far.x, far.y, { steps: 3 })
  assert.ok(((await numbersOf(page))[1] ?? 0) > 8)
  const near = await placeOf(page, 1)
  await page.mouse.move(near.x, near.y, { steps: 3 })
  await page.mouse.up()
  const [from = 0, to] = await numbersOf(page)
  assert.ok(Math.abs(from - 1) < 0.05)
  assert.equal(to, 4)
})

test('the page scrolls under a finger on the timeline, and the clip stays in place', async (t) => {
  const page = await open(t, lowPhone)
  await type(page, 'start', '1.234')
  await type(page, 'end', '3.5')
  const finger = await fingerOn(page)
  for (const moment of [8, 2.5]) {
    await page.evaluate('scrollTo(0, 0)')
    const at = await placeOf(page, moment)
    const before = await page.evaluate(() => scrollY)
    await finger.down(at)
    await finger.to({ x: at.x + 9, y: at.y - 200 })
    await finger.up()
    await page.waitForFunction((was) => scrollY > was + 50, before)
    await untilScrolled(page)
    assert.deepEqual(await numbersOf(page), [1.234, 3.5], String(moment))
  }
  await page.evaluate('scrollTo(0, 0)')
  const at = await placeOf(page, 8)
  await finger.down(at)
  await finger.up()
  await page.waitForFunction(() => Math.abs((document.querySelector('video')?.currentTime ?? 0) - 8) < 0.2)
  assert.deepEqual(await numbersOf(page), [1.234, 3.5])
  const inside = await placeOf(page, 2.4)
  const later = await placeOf(page, 5.4)
  await finger.down(inside)
  await finger.to(later)
  await finger.up()
  const [start = 0] = await numbersOf(page)
  assert.ok(start > 3.5, 'sideways it is dragged')
})

test('on the overview of a long video the part moves to a tap, and stays when the page is scrolled', async (t) => {
  const page = await open(t, lowPhone, 100)
  await type(page, 'start', '1.234')
  const finger = await fingerOn(page)
  const overview = page.locator('[data-overview]')
  await overview.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  const box = await overview.boundingBox()
  assert.ok(box)
  const at = { x: box.x + box.width * 0.8, y: box.y + box.height / 2 }
  await finger.down(at)
  await finger.to({ x: at.x - 8, y: at.y - 100 })
  await finger.up()
  await page.waitForFunction((was) => scrollY > was + 50, before)
  await untilScrolled(page)
  assert.deepEqual(await numbersOf(page), [1.234, 5])
  // The picture, which stays on top, may cover it.
  await page.evaluate("document.querySelector('[data-overview]').scrollIntoView({ block: 'center' })")
  const now = await overview.boundingBox()
  assert.ok(now)
  await finger.down({ x: at.x, y: now.y + 10 })
  await finger.up()
  await page.locator('[data-overview-part][aria-valuenow="65"]').waitFor()
  const [start = 0, end = 0] = await numbersOf(page)
  assert.ok(Math.abs(start - 66.234) < 0.5 && Math.abs(end - start - 3.766) < 0.0001, `${start} ${end}`)
})

test('the length of a GIF, which has no timeline, is known and shown', async (t) => {
  const site = await startSite(t)
  const { page } = await openMaker(site, await openBrowser(t))
  const frame = [0x21, 0xf9, 4, 0, 0x2c, 1, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 0x01, 0]
  const head = [...Buffer.from('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
  const buffer = Buffer.from([...head, ...frame, ...frame, 0x3b])
  await chooseFiles(page, { name: 'wave.gif', mimeType: 'image/gif', buffer })
  await page.getByText('This animation lasts 6 s. Change the start or end to use a part of it.').waitFor()
  assert.deepEqual(await numbersOf(page), [0, 6])
  await type(page, 'end', '99')
  assert.deepEqual(await numbersOf(page), [0, 6])
  await page.getByText('End moved to 6 s: the video ends there.').waitFor()
})

test('with system colors, the handles and the clip are visible', async (t) => {
  const page = await open(t)
  await page.emulateMedia({ forcedColors: 'active' })
  const highlight = await page.evaluate(
    `{
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = 'Highlight'
      const color = getComputedStyle(probe).color
      probe.remove()
      color
    }`,
  )
  const style = (selector: string, name: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}'))['${name}']`)
  assert.equal(await style('[data-handle="start"]', 'backgroundColor'), highlight)
  assert.equal(await style('[data-handle="end"]', 'borderTopWidth'), '1px')
  assert.equal(await style('[data-window]', 'borderTopColor'), highlight)
})
