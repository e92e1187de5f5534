import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { startApp } from '../../support/app.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { bring, chooseFiles, field, openMaker } from '../../support/browser/maker.ts'
import { fingerOn, phone } from '../../support/browser/touch.ts'
import { flatPicture, flatPictures } from '../../support/media/flat-picture.ts'
import { until } from '../../support/until.ts'

/** The part of the browser that is used here. */
declare const document: {
  querySelector(name: '[data-animation-canvas]'): {
    width: number
    height: number
    getContext(kind: '2d', options: object): { getImageData(...area: number[]): { data: Uint8Array } }
  } | null
}

/** The content of the middle of the preview, and of its upper left corner. */
async function seen(page: Page): Promise<{ middle: number[]; corner: number[] }> {
  return page.evaluate(() => {
    const canvas = document.querySelector('[data-animation-canvas]')
    const at = (x: number, y: number) =>
      Array.from(canvas?.getContext('2d', { willReadFrequently: true }).getImageData(x, y, 1, 1).data ?? [])
    return { middle: at((canvas?.width ?? 0) >> 1, (canvas?.height ?? 0) >> 1), corner: at(1, 1) }
  })
}

const isColor = (given: number[], wanted: number[]) =>
  wanted.every((value, index) => Math.abs(value - (given[index] ?? 0)) < 12)

const colors = { red: [255, 0, 0], lime: [0, 255, 0], blue: [0, 0, 255], black: [0, 0, 0] }

async function names(page: Page): Promise<string[]> {
  const labels = await page
    .locator('.thumb__picture')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
  return labels.map((label) => /: (?<name>\w+)\.png$/.exec(label)?.groups?.name ?? label)
}

test('the preview shows the animation as the service will make it', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const { page } = await openMaker(app, await openBrowser(t, { reducedMotion: 'reduce' }))
  await chooseFiles(page, [await flatPicture('red'), await flatPicture('blue', { width: 20, height: 100 })])
  await page.getByText('2 pictures').waitFor()
  const shows = (middle: number[], corner: number[]) =>
    until('the preview shows these colors', async () => {
      const now = await seen(page)
      return isColor(now.middle, middle) && isColor(now.corner, corner)
    })
  await shows(colors.red, colors.red)
  await page.getByRole('button', { name: /^Picture 2 of 2/ }).focus()
  await shows(colors.blue, colors.black)
  await page.getByRole('button', { name: /^Picture 1 of 2/ }).focus()
  await page.getByLabel('Fit each picture into the frame').uncheck()
  await field(page, 'width').fill('200')
  await shows(colors.red, colors.black)
  await field(page, 'height').fill('16')
  await field(page, 'width').fill('32')
  await shows(colors.red, colors.red)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.locator('img.preview__gif').waitFor()
  assert.deepEqual(await faultsOf(page), [])
})

test('the preview rotates pictures like the service, including WebP, whose EXIF data browsers ignore', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const { page } = await openMaker(app, await openBrowser(t, { reducedMotion: 'reduce' }))
  // Stored: blue over red. Rotated by 90 degrees clockwise, as 6 means, red is on the left.
  const half = (color: string) => sharp({ create: { width: 64, height: 24, channels: 3, background: color } })
  const red = await half('red').png().toBuffer()
  const stored = await half('blue')
    .extend({ bottom: 24 })
    .composite([{ input: red, left: 0, top: 24 }])
    .png()
    .toBuffer()
  for (const type of ['jpeg', 'png', 'webp'] as const) {
    const buffer = await sharp(stored).withMetadata({ orientation: 6 }).toFormat(type).toBuffer()
    const picture = { name: `turned.${type}`, mimeType: `image/${type}`, buffer }
    await chooseFiles(page, [picture, picture])
    await page.getByText('2 pictures').waitFor()
    await until(`the preview shows the ${type} upright`, async () =>
      isColor((await seen(page)).corner, colors.red),
    )
    assert.deepEqual(
      [await field(page, 'width').inputValue(), await field(page, 'height').inputValue()],
      ['48', '64'],
      type,
    )
    await page.reload()
  }
})

test('pictures are dragged to their place, moved and removed by their buttons, and added', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const { page, calm } = await openMaker(app, await openBrowser(t))
  await chooseFiles(page, await flatPictures('red', 'lime', 'blue'))
  await page.getByText('3 pictures').waitFor()
  const middle = async (place: number) => {
    const box = await page
      .locator('.thumb__picture')
      .nth(place - 1)
      .boundingBox()
    assert.ok(box)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const [from, to] = [await middle(1), await middle(3)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, to.y, { steps: 4 })
  await page.mouse.move(to.x + 10, to.y, { steps: 4 })
  await page.mouse.up()
  assert.deepEqual(await names(page), ['lime', 'blue', 'red'])

  await page.mouse.move(to.x, to.y)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y, { steps: 4 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  assert.deepEqual(await names(page), ['lime', 'blue', 'red'], 'a drag can be canceled')

  await page.getByRole('button', { name: 'Move earlier: picture 2' }).click()
  assert.deepEqual(await names(page), ['blue', 'lime', 'red'])
  await page.getByRole('button', { name: 'Remove: picture 1' }).click()
  await page.getByLabel('Add pictures').setInputFiles(await flatPicture('blue'))
  await page.getByText('3 pictures').waitFor()
  assert.deepEqual(await names(page), ['lime', 'red', 'blue'])
  calm()
})

test('a finger that holds a picture moves it to another row; one that swipes scrolls the page', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const { page, calm } = await openMaker(app, await openBrowser(t, phone))
  const order = ['red', 'lime', 'blue', 'black', 'white', 'navy', 'gold', 'pink']
  await chooseFiles(page, await flatPictures(...order))
  await page.getByText('8 pictures').waitFor()
  const middle = async (place: number) => {
    const box = await page
      .locator('.thumb__picture')
      .nth(place - 1)
      .boundingBox()
    assert.ok(box)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const finger = await fingerOn(page)
  await page.locator('[data-thumbs]').scrollIntoViewIfNeeded()
  const scrolled = () => page.evaluate('scrollY + document.querySelector("[data-thumbs]").scrollTop')

  // Down two rows and one column to the right, where it is dropped.
  const [from, to] = [await middle(1), await middle(5)]
  const before = await scrolled()
  await finger.down(from)
  await page.locator('.thumb[data-dragged]').waitFor()
  await finger.to({ x: to.x + 5, y: to.y })
  const box = await page.locator('.thumb[data-dragged]').boundingBox()
  assert.ok(box && Math.abs(box.y + box.height / 2 - to.y) < 60, 'it is under the finger')
  await finger.up()
  assert.deepEqual(await names(page), ['lime', 'blue', 'black', 'white', 'red', 'navy', 'gold', 'pink'])
  assert.equal(await page.locator('.thumb[data-dragged]').count(), 0)
  assert.equal(await scrolled(), before, 'the page did not scroll')
  await page.getByText('Now picture 5 of 8.').waitFor()

  // At the lower edge the page scrolls up.
  const first = await middle(1)
  await finger.down(first)
  await page.locator('.thumb[data-dragged]').waitFor()
  await finger.to({ x: first.x, y: 755 })
  await page.locator('.thumb:nth-child(n + 7)[data-dragged]').waitFor()
  await finger.up()
  assert.equal((await names(page)).indexOf('lime') >= 6, true)

  const kept = await names(page)
  await page.evaluate('scrollTo(0, 0); document.querySelector("[data-thumbs]").scrollTop = 0')
  await page.locator('.thumb').first().scrollIntoViewIfNeeded()
  const swiped = Number(await scrolled())
  const at = await middle(1)
  await finger.down(at)
  await finger.to({ x: at.x, y: at.y - 150 })
  await finger.up()
  await until('the list has scrolled', async () => Number(await scrolled()) > swiped + 50)
  assert.deepEqual(await names(page), kept)

  const sizes = await page
    .locator('.thumb__button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
  for (const { width, height } of sizes) assert.ok(width >= 44 && height >= 40, `${width} ${height}`)
  calm()
})

test('files may be dropped and pasted anywhere, and an address too', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const { page, calm } = await openMaker(app, await openBrowser(t))
  const red = await flatPicture('red')
  await bring(page, 'drop', [red, red])
  await page.getByText('2 pictures').waitFor()
  await bring(page, 'paste', [red])
  await page.getByText('3 pictures').waitFor()
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByText('Drop a video or pictures here').waitFor()
  await bring(page, 'paste', 'https://example.org/clip.mp4')
  assert.equal(await field(page, 'url').inputValue(), 'https://example.org/clip.mp4')
  await page.locator('.source-wait').waitFor()
  calm()
})
