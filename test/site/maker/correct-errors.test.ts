import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { openMaker } from '../../support/browser/maker.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startSite } from '../../support/site.ts'

const field = (page: Page, name: string) => page.locator(`[name="${name}"]:not([type="file"])`)

const isFocused = (locator: ReturnType<Page['locator']>) =>
  locator.evaluate((element) => element.matches(':focus'))

async function picture(name: string, width = 120, height = 80) {
  const buffer = await sharp({ create: { width, height, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

async function open(t: TestContext) {
  return openMaker(await startSite(t), await openBrowser(t, { reducedMotion: 'reduce' }))
}

test('with the last picture removed the maker is where it began', async (t) => {
  const { page, calm } = await open(t)
  const choose = page.getByLabel('Choose files')
  await choose.setInputFiles([await picture('one.jpg'), await picture('two.jpg')])
  await page.getByText('2 pictures ·').waitFor()
  assert.equal(await field(page, 'title').inputValue(), 'one')
  await page.getByRole('button', { name: 'Remove: picture 2' }).click()
  await page.getByRole('button', { name: 'Remove: picture 1' }).click()
  await page.getByText('Drop a video or pictures here').waitFor()
  await page.getByRole('alert').getByText('All pictures are removed.').waitFor()
  assert.ok(await isFocused(choose))
  assert.equal(await field(page, 'title').inputValue(), '')
  calm()
})

test('a damaged picture by itself opens no editor, nor does it take the place of a video', async (t) => {
  const { page } = await open(t)
  const { buffer, ...facts } = await picture('broken.jpg')
  const broken = { ...facts, buffer: buffer.subarray(0, 40) }
  const choose = page.getByLabel('Choose files')
  await choose.setInputFiles([broken])
  await page.getByRole('alert').getByText('broken.jpg is damaged and was left out.').waitFor()
  assert.ok(await page.getByText('Drop a video or pictures here').isVisible())
  assert.ok(await isFocused(choose))
  assert.equal(await field(page, 'title').inputValue(), '')
  await choose.setInputFiles([broken, await picture('whole.jpg')])
  await page.getByText('1 picture ·').waitFor()
  assert.equal(await field(page, 'title').inputValue(), 'whole')
})

test('width and height keep the shape of the first picture, unless that is switched off', async (t) => {
  const { page } = await open(t)
  await page
    .getByLabel('Choose files')
    .setInputFiles([await picture('one.jpg'), await picture('two.jpg', 50, 50)])
  await page.getByText('2 pictures ·').waitFor()
  const size = async () => [await field(page, 'width').inputValue(), await field(page, 'height').inputValue()]
  assert.deepEqual(await size(), ['120', '80'])
  await field(page, 'width').fill('300')
  assert.deepEqual(await size(), ['300', '200'])
  await field(page, 'height').fill('100')
  assert.deepEqual(await size(), ['150', '100'])
  const lock = page.getByLabel('Keep proportions')
  await lock.uncheck()
  await field(page, 'height').fill('300')
  assert.deepEqual(await size(), ['150', '300'])
  await lock.check()
  assert.deepEqual(await size(), ['150', '100'])
  await page.getByRole('button', { name: 'Move earlier: picture 2' }).click()
  await field(page, 'width').fill('70')
  assert.deepEqual(await size(), ['70', '70'])
  assert.deepEqual(await faultsOf(page), [])
})

test('what is said above the form goes when its field is mended', async (t) => {
  const site = await startSite(t)
  const { page } = await openMaker(site, await openBrowser(t))
  await page.getByLabel('Choose files').setInputFiles(await makeVideo(t, { seconds: 1 }))
  await page.getByText('clip.mp4 · 1 s').waitFor()
  await field(page, 'tags').fill('x'.repeat(60))
  await page.getByRole('button', { name: 'Make GIF' }).click()
  const said = page.getByRole('alert').getByText('is too long')
  await said.waitFor()
  assert.ok(await isFocused(field(page, 'tags')))
  await field(page, 'tags').fill('#cat #funny')
  assert.equal(await said.count(), 0)
  assert.equal(await field(page, 'tags').getAttribute('aria-invalid'), null)
  assert.deepEqual(await page.locator('[data-tag-chips] li').allTextContents(), ['#cat', '#funny'])
})
