import { colourAt, decode } from '../../support/media/decoded.ts'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { startApp } from '../../support/app.ts'
import { until } from '../../support/until.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { ensureFixtures } from '../../support/media/fixtures.ts'
import { madeGif, openMaker } from '../../support/browser/maker.ts'
import { fingerOn, phone } from '../../support/browser/touch.ts'

/** As much of the browser as is looked at here. */
declare const document: {
  querySelector(name: '[data-animation-canvas]'): {
    width: number
    height: number
    getContext(kind: '2d', options: object): { getImageData(...area: number[]): { data: Uint8Array } }
  } | null
}

type Picture = { name: string; mimeType: string; buffer: Buffer }

/** A picture of one colour; its name is that of the colour. */
async function flat(name: string, width = 96, height = 64): Promise<Picture> {
  const buffer = await sharp({ create: { width, height, channels: 3, background: name } })
    .png()
    .toBuffer()
  return { name: `${name}.png`, mimeType: 'image/png', buffer }
}

/** What is in the middle of the preview, and in its upper left corner. */
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

const field = (page: Page, name: string) => page.locator(`[name="${name}"]:not([type="file"])`)

async function names(page: Page): Promise<string[]> {
  const labels = await page
    .locator('.thumb__picture')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
  return labels.map((label) => /: (?<name>\w+)\.png$/.exec(label)?.groups?.name ?? label)
}

test('by keys alone pictures are put in order and become a GIF', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1' })
  const { page, calm } = await openMaker(app, await openBrowser(t))
  const choice = page.waitForEvent('filechooser')
  await page.getByLabel('Choose files').focus()
  await page.keyboard.press('Enter')
  await (await choice).setFiles([await flat('red'), await flat('lime'), await flat('blue')])
  await page.getByText('3 pictures · 0.6 s').waitFor()
  assert.equal(await field(page, 'width').inputValue(), '96')
  assert.deepEqual(await names(page), ['red', 'lime', 'blue'])

  const has = (selector: string) => async () =>
    page.locator(selector).evaluate((element) => element.matches(':focus'))
  const tabTo = async (matches: () => Promise<boolean>, key = 'Tab') => {
    for (let presses = 0; presses < 60; presses++) {
      if (await matches()) return
      await page.keyboard.press(key)
    }
    assert.fail('the keys do not lead there')
  }
  await tabTo(has('.thumb:first-child .thumb__picture'))
  await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Alt+ArrowRight')
  assert.deepEqual(await names(page), ['lime', 'blue', 'red'])
  await page.getByText('Now picture 3 of 3.').waitFor()
  assert.ok(await has('.thumb:nth-child(3) .thumb__picture')(), 'the focus stays on what was moved')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Delete')
  assert.deepEqual(await names(page), ['lime', 'red'])
  await tabTo(has('[data-delay-slider]'))
  await page.keyboard.press('Home')
  assert.equal(await field(page, 'delay').inputValue(), '100')
  await tabTo(has('[name="title"]'))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Two colours')
  await page.keyboard.press('Enter')
  const { width, height, durationsMs } = await madeGif(app, page)
  assert.deepEqual([width, height, durationsMs], [96, 64, [100, 100]])
  const made = await decode(join(app.folder, 'made.gif'))
  const pixel = (frame: number) => [...colourAt(made, frame, [0.5, 0.5]).colour]
  assert.ok(isColor(pixel(0), colors.lime) && isColor(pixel(1), colors.red), 'in the order that was chosen')
  calm()
})

test('the preview shows the animation as the service will make it', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const { page } = await openMaker(app, await openBrowser(t, { reducedMotion: 'reduce' }))
  await page.getByLabel('Choose files').setInputFiles([await flat('red'), await flat('blue', 20, 100)])
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

test('pictures are dragged to their place, moved and removed by their buttons, and added to', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const { page, calm } = await openMaker(app, await openBrowser(t))
  await page
    .getByLabel('Choose files')
    .setInputFiles([await flat('red'), await flat('lime'), await flat('blue')])
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
  assert.deepEqual(await names(page), ['lime', 'blue', 'red'], 'a drag can be given up')

  await page.getByRole('button', { name: 'Move earlier: picture 2' }).click()
  assert.deepEqual(await names(page), ['blue', 'lime', 'red'])
  await page.getByRole('button', { name: 'Remove: picture 1' }).click()
  await page.getByLabel('Add pictures').setInputFiles([await flat('blue')])
  await page.getByText('3 pictures').waitFor()
  assert.deepEqual(await names(page), ['lime', 'red', 'blue'])
  calm()
})

test('a finger that holds a picture takes it to another row; one that swipes scrolls the page', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const { page, calm } = await openMaker(app, await openBrowser(t, phone))
  const order = ['red', 'lime', 'blue', 'black', 'white', 'navy', 'gold', 'pink']
  await page.getByLabel('Choose files').setInputFiles(await Promise.all(order.map((name) => flat(name))))
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

  // Down two rows and a column to the right, and there it is put down.
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
  assert.equal(await scrolled(), before, 'the page stood still')
  await page.getByText('Now picture 5 of 8.').waitFor()

  // At the lower edge what is further down comes up.
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

test('what is no picture is left out by name, and too few are not sent', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', MAX_PICTURES: '3' })
  const { page } = await openMaker(app, await openBrowser(t))
  const folder = join(await ensureFixtures(), 'pictures')
  const words = {
    name: 'holiday.png',
    mimeType: 'image/png',
    buffer: await readFile(join(folder, 'words.txt')),
  }
  await page.getByLabel('Choose files').setInputFiles([await flat('red'), words])
  await page.getByRole('alert').getByText('holiday.png is neither a video').waitFor()
  await page.getByRole('button', { name: 'Make GIF' }).click()
  await page.getByRole('alert').getByText('a GIF needs at least two').waitFor()
  await page
    .getByLabel('Add pictures')
    .setInputFiles([await flat('lime'), await flat('blue'), await flat('black')])
  await page.getByRole('alert').getByText('Only the first 2 were added').waitFor()
  await field(page, 'width').fill('5000')
  await page.getByRole('button', { name: 'Make GIF' }).click()
  await page.getByText('Width must be a whole number from 16 to 1280.').first().waitFor()
  assert.deepEqual(await names(page), ['red', 'lime', 'blue'])
})

test('files may be dropped and pasted anywhere, and an address too', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const { page, calm } = await openMaker(app, await openBrowser(t))
  const bytes = [...(await flat('red')).buffer]
  const bring = (kind: 'drop' | 'paste', files: number) =>
    page.evaluate(
      `{
        const data = new DataTransfer()
        for (let index = 0; index < ${files}; index++)
          data.items.add(new File([new Uint8Array(${JSON.stringify(bytes)})], 'red.png', { type: 'image/png' }))
        document.body.dispatchEvent(${
          kind === 'drop'
            ? `new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })`
            : `new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })`
        })
      }`,
    )
  await bring('drop', 2)
  await page.getByText('2 pictures').waitFor()
  await bring('paste', 1)
  await page.getByText('3 pictures').waitFor()
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByText('Drop a video or pictures here').waitFor()
  await page.evaluate(
    `{
      const data = new DataTransfer()
      data.setData('text', 'https://example.org/clip.mp4')
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }`,
  )
  assert.equal(await field(page, 'url').inputValue(), 'https://example.org/clip.mp4')
  await page.locator('.source-wait').waitFor()
  calm()
})
