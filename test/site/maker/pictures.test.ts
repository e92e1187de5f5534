import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp } from '../../support/app.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import {
  chooseFiles,
  field,
  hasFocus,
  madeGif,
  makeGif,
  openMaker,
  tabTo,
} from '../../support/browser/maker.ts'
import { colorAt, decode } from '../../support/media/decoded.ts'
import { ensureFixtures } from '../../support/media/fixtures.ts'
import { flatPicture, flatPictures } from '../../support/media/flat-picture.ts'

const isColor = (given: number[], wanted: number[]) =>
  wanted.every((value, index) => Math.abs(value - (given[index] ?? 0)) < 12)

const colors = { red: [255, 0, 0], lime: [0, 255, 0], blue: [0, 0, 255], black: [0, 0, 0] }

async function names(page: Page): Promise<string[]> {
  const labels = await page
    .locator('.thumb__picture')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
  return labels.map((label) => /: (?<name>\w+)\.png$/.exec(label)?.groups?.name ?? label)
}

test('by keys alone pictures are ordered and become a GIF', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1' })
  const { page, calm } = await openMaker(app, await openBrowser(t))
  const choice = page.waitForEvent('filechooser')
  await page.getByLabel('Choose files').focus()
  await page.keyboard.press('Enter')
  await (await choice).setFiles(await flatPictures('red', 'lime', 'blue'))
  await page.getByText('3 pictures · 0.6 s').waitFor()
  assert.equal(await field(page, 'width').inputValue(), '64')
  assert.deepEqual(await names(page), ['red', 'lime', 'blue'])

  await tabTo(page, page.locator('.thumb:first-child .thumb__picture'))
  await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Alt+ArrowRight')
  assert.deepEqual(await names(page), ['lime', 'blue', 'red'])
  await page.getByText('Now picture 3 of 3.').waitFor()
  assert.ok(
    await hasFocus(page.locator('.thumb:nth-child(3) .thumb__picture')),
    'the focus stays on the moved picture',
  )
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Delete')
  assert.deepEqual(await names(page), ['lime', 'red'])
  await tabTo(page, page.locator('[data-delay-slider]'))
  await page.keyboard.press('Home')
  assert.equal(await field(page, 'delay').inputValue(), '100')
  await tabTo(page, field(page, 'title'))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Two colors')
  await page.keyboard.press('Enter')
  const { width, height, durationsMs } = await madeGif(app, page)
  assert.deepEqual([width, height, durationsMs], [64, 48, [100, 100]])
  const made = await decode(join(app.folder, 'made.gif'))
  const pixel = (frame: number) => [...colorAt(made, frame, [0.5, 0.5]).color]
  assert.ok(isColor(pixel(0), colors.lime) && isColor(pixel(1), colors.red), 'in the chosen order')
  calm()
})

test('a file that is no picture is left out by name, and too few pictures are not sent', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', MAX_PICTURES: '3' })
  const { page } = await openMaker(app, await openBrowser(t))
  const folder = join(await ensureFixtures(), 'pictures')
  const words = {
    name: 'holiday.png',
    mimeType: 'image/png',
    buffer: await readFile(join(folder, 'words.txt')),
  }
  const video = {
    name: 'frog.mp4',
    mimeType: 'video/mp4',
    buffer: await readFile(join(folder, '..', 'h264.mp4')),
  }
  await chooseFiles(page, [await flatPicture('red'), words, video])
  await page.getByRole('alert').getByText('frog.mp4 was left out: it is a video').waitFor()
  await page.getByRole('alert').getByText('holiday.png is neither a video').waitFor()
  await makeGif(page)
  await page.getByRole('alert').getByText('a GIF needs at least two').waitFor()
  await page.getByLabel('Add pictures').setInputFiles(await flatPictures('lime', 'blue', 'black'))
  await page.getByRole('alert').getByText('Only the first 2 were added').waitFor()
  await field(page, 'width').fill('5000')
  await makeGif(page)
  await page.getByText('Width must be a whole number from 16 to 1280.').first().waitFor()
  assert.deepEqual(await names(page), ['red', 'lime', 'blue'])
})
