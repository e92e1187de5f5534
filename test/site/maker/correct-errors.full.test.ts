import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { chooseFiles, field, hasFocus, openMaker } from '../../support/browser/maker.ts'
import { flatPicture } from '../../support/media/flat-picture.ts'
import { startSite } from '../../support/site.ts'

async function open(t: TestContext) {
  return openMaker(await startSite(t), await openBrowser(t, { reducedMotion: 'reduce' }))
}

test('removing the last picture resets the maker', async (t) => {
  const { page, calm } = await open(t)
  const choose = page.getByLabel('Choose files')
  await choose.setInputFiles([
    await flatPicture('red', { name: 'one.png', width: 120, height: 80 }),
    await flatPicture('red', { name: 'two.png', width: 120, height: 80 }),
  ])
  await page.getByText('2 pictures ·').waitFor()
  assert.equal(await field(page, 'title').inputValue(), 'one')
  await page.getByRole('button', { name: 'Remove: picture 2' }).click()
  await page.getByRole('button', { name: 'Remove: picture 1' }).click()
  await page.getByText('Drop a video or pictures here').waitFor()
  await page.getByRole('alert').getByText('All pictures are removed.').waitFor()
  assert.ok(await hasFocus(choose))
  assert.equal(await field(page, 'title').inputValue(), '')
  calm()
})

test('a single damaged picture opens no editor, and does not replace a video', async (t) => {
  const { page } = await open(t)
  const { buffer, ...facts } = await flatPicture('red', { name: 'broken.png', width: 120, height: 80 })
  const broken = { ...facts, buffer: buffer.subarray(0, 40) }
  const choose = page.getByLabel('Choose files')
  await choose.setInputFiles(broken)
  await page.getByRole('alert').getByText('broken.png is damaged and was left out.').waitFor()
  assert.ok(await page.getByText('Drop a video or pictures here').isVisible())
  assert.ok(await hasFocus(choose))
  assert.equal(await field(page, 'title').inputValue(), '')
  await choose.setInputFiles([
    broken,
    await flatPicture('red', { name: 'whole.png', width: 120, height: 80 }),
  ])
  await page.getByText('1 picture ·').waitFor()
  assert.equal(await field(page, 'title').inputValue(), 'whole')
})

test('width and height keep the shape of the first picture, unless that is turned off', async (t) => {
  const { page } = await open(t)
  await chooseFiles(page, [
    await flatPicture('red', { name: 'one.png', width: 120, height: 80 }),
    await flatPicture('lime', { name: 'two.png', width: 50, height: 50 }),
  ])
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
