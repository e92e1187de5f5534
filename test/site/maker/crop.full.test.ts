import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Crop, parseCrop } from '#src/options/rules/crop.ts'
import { newTask } from '../../contract/stores.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { chooseFiles, makeGif, openMaker, sendForm, untilPreviewed } from '../../support/browser/maker.ts'
import { fingerOn, phone, untilScrolled } from '../../support/browser/touch.ts'
import { ensureFixtures } from '../../support/media/fixtures.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startSite } from '../../support/site.ts'

const picture = { width: 320, height: 180 }

const crops = (page: Page) => page.locator('[name="crop"]').inputValue()

const number = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true })

const area = (page: Page) => page.getByRole('application', { name: 'Crop' })

async function open(t: TestContext, options: Parameters<typeof openBrowser>[1] = {}) {
  const site = await startSite(t)
  const { page, calm } = await openMaker(site, await openBrowser(t, { reducedMotion: 'reduce', ...options }))
  await chooseFiles(page, await makeVideo(t, { seconds: 1, width: 320, height: 180, fps: 5 }))
  await untilPreviewed(page)
  await page.getByText('Crop', { exact: true }).click()
  await area(page).waitFor()
  return { site, page, calm }
}

/** The position of a pixel of the video on the screen. */
async function placeOf(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  await page.locator('[data-player]').scrollIntoViewIfNeeded()
  const box = await page.locator('[data-crop-overlay]').boundingBox()
  assert.ok(box)
  return { x: box.x + (box.width * x) / picture.width, y: box.y + (box.height * y) / picture.height }
}

function isNear(given: string, wanted: Crop): void {
  const crop = parseCrop(given)
  assert.ok(crop, given)
  const apart = [crop.x - wanted.x, crop.y - wanted.y, crop.width - wanted.width, crop.height - wanted.height]
  assert.ok(
    apart.every((pixels) => Math.abs(pixels) <= 2),
    given,
  )
}

test('keys move and shrink the crop and are announced, and numbers can be typed', async (t) => {
  const { page } = await open(t)
  await area(page).focus()
  for (const key of ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowUp', 'ArrowRight', 'ArrowDown'])
    await page.keyboard.press(key)
  assert.equal(await crops(page), '3,3,314,177')
  await page.getByRole('status').getByText('314 by 177 pixels, 3 from the left, 3 from the top').waitFor()
  assert.match((await area(page).getAttribute('aria-label')) ?? '', /314 by 177 pixels/)
  const type = async (name: string, text: string) => {
    await number(page, name).fill(text)
    await page.keyboard.press('Tab')
  }
  await type('Width', '100')
  assert.equal(await crops(page), '3,3,100,177')
  await type('Left', '999')
  assert.equal(await crops(page), '220,3,100,177', 'it stays within the picture')
  await type('Height', '2')
  assert.equal(await crops(page), '220,3,100,16')
  await type('Top', '')
  assert.equal(await crops(page), '220,3,100,16', 'input that is not a number is removed')
  await page.getByLabel('Shape').selectOption('Square')
  await type('Width', '50')
  assert.match(await crops(page), /,50,50$/)
})

test('another file begins with its whole picture', async (t) => {
  const { page } = await open(t)
  await page.getByLabel('Shape').selectOption('Square')
  await page.getByRole('button', { name: 'Start over' }).click()
  await chooseFiles(page, await makeVideo(t, { seconds: 1, width: 96, height: 160 }))
  await untilPreviewed(page)
  assert.equal(await crops(page), '')
  await page.getByText('Crop', { exact: true }).click()
  assert.equal(await number(page, 'Height').inputValue(), '160')
})

test('a finger pulls the crop on a phone, and the page does not scroll under it', async (t) => {
  const { page } = await open(t, phone)
  await page.locator('[data-player]').scrollIntoViewIfNeeded()
  await untilScrolled(page)
  const finger = await fingerOn(page)
  // Not at the very corner: the picture's corners are round, and end there.
  await finger.down(await placeOf(page, 310, 170))
  await finger.to(await placeOf(page, 210, 90))
  await finger.up()
  isNear(await crops(page), { x: 0, y: 0, width: 220, height: 100 })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
})

test('the crop of an invisible source is four numbers, all or none of them given', async (t) => {
  const site = await startSite(t)
  const { page } = await openMaker(site, await openBrowser(t, { reducedMotion: 'reduce' }))
  await page.getByLabel('Video link').fill('https://example.org/a.mp4')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('[data-panel="crop"]').evaluate((panel) => panel.setAttribute('open', ''))
  assert.equal(await page.getByLabel('Shape').isVisible(), false)
  await number(page, 'Left').fill('10')
  await makeGif(page)
  await page.getByRole('alert').getByText('Crop must be left, top, width and height').waitFor()
  assert.ok(await number(page, 'Left').evaluate((input) => input.matches(':focus[aria-invalid="true"]')))
  assert.deepEqual(await faultsOf(page), [])
  for (const [name, text] of Object.entries({ Top: '20', Width: '200', Height: '100' }))
    await number(page, name).fill(text)
  const request = await sendForm(site, page)
  assert.ok(request.kind === 'url')
  assert.deepEqual(request.clip.crop, { x: 10, y: 20, width: 200, height: 100 })
})

test('a GIF that is shown as a picture is cropped on it', async (t) => {
  const site = await startSite(t)
  const { page } = await openMaker(site, await openBrowser(t))
  await chooseFiles(
    page,
    await makeVideo(t, { seconds: 1, width: 120, height: 80, fps: 5, extension: 'gif' }),
  )
  await page.getByText('This animation lasts 1 s.').waitFor()
  await page.getByText('Crop', { exact: true }).click()
  await page.getByLabel('Shape').selectOption('Square')
  assert.equal(await crops(page), '20,0,80,80')
  assert.ok(await area(page).isVisible())
  await page.getByRole('button', { name: 'Start over' }).click()
  await chooseFiles(page, `${await ensureFixtures()}/numbered-25.avi`)
  await page.getByText('No preview in this browser').waitFor()
  assert.equal(await area(page).count(), 0)
})

test('a crop that does not fit into the video is reported at its numbers', async (t) => {
  const site = await startSite(t)
  const task = newTask()
  const { request } = task
  assert.ok(request.kind === 'video')
  const clip = { ...request.clip, crop: { x: 900, y: 0, width: 32, height: 32 } }
  const source = { kind: 'url' as const, url: 'https://example.org/a.mp4', uploads: [] as [] }
  const message = '`crop` is outside the picture.'
  await site.withStores(async ({ tasks }) => {
    await tasks.submissions.add({ ...task, request: { ...request, ...source, clip } }, 100)
    const claim = await tasks.claims.claim('test', 60_000)
    assert.ok(claim)
    await tasks.claims.fail(claim, { code: 'invalid_value', message, field: 'crop' })
  })
  const page = await (await openBrowser(t)).newPage()
  await page.goto(`${site.url}/create?from=${task.id}`)
  await page.locator('#crop-x-error').getByText('Crop is outside the picture.').waitFor()
  assert.equal(await number(page, 'Left').inputValue(), '900')
  assert.equal(await number(page, 'Left').getAttribute('aria-invalid'), 'true')
  assert.deepEqual(await faultsOf(page), [])
  await number(page, 'Width').fill('16')
  await page.keyboard.press('Tab')
  assert.equal(await page.getByRole('alert').count(), 0)
})
