import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { type Crop, formatCrop, minCropSide, parseCrop } from '#src/options/rules/crop.ts'
import {
  largestOf,
  movedBy,
  resizedBy,
  wholePicture,
  withinPicture,
} from '#src/site/kit/client/crop/crop-geometry.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { chooseFiles, openMaker, sendForm, untilPreviewed } from '../../support/browser/maker.ts'
import { randomRuns } from '../../support/full-run.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startSite } from '../../support/site.ts'

const picture = { width: 320, height: 180 }

test('a crop stays within the picture, and keeps a chosen shape', () => {
  assert.deepEqual(movedBy({ x: 10, y: 10, width: 100, height: 100 }, 500, -500, picture), {
    x: 220,
    y: 0,
    width: 100,
    height: 100,
  })
  const corner = { across: 1, down: 1 } as const
  const free = { picture, aspect: null }
  const small = { x: 40, y: 20, width: 100, height: 60 }
  assert.deepEqual(resizedBy(small, corner, { right: 20.4, down: 900 }, free), {
    x: 40,
    y: 20,
    width: 120,
    height: 160,
  })
  assert.deepEqual(resizedBy(small, { across: -1, down: 0 }, { right: 90, down: 5 }, free), {
    x: 124,
    y: 20,
    width: 16,
    height: 60,
  })
  assert.deepEqual(resizedBy(small, corner, { right: 20, down: 4 }, { picture, aspect: 2 }), {
    x: 40,
    y: 20,
    width: 120,
    height: 60,
  })
  assert.deepEqual(largestOf(1, wholePicture(picture), picture), { x: 70, y: 0, width: 180, height: 180 })
  assert.deepEqual(largestOf(9 / 16, { x: 300, y: 0, width: 20, height: 180 }, picture), {
    x: 219,
    y: 0,
    width: 101,
    height: 180,
  })
})

test('a crop is formatted as the service takes it, and an invalid crop is undefined', () => {
  const crop = { x: 0, y: 40, width: 320, height: 140 }
  assert.equal(formatCrop(crop), '0,40,320,140')
  assert.deepEqual(parseCrop(' 0, 40,320 ,140 '), crop)
  for (const text of ['', '1,2,3', '1,2,3,4,5', '-1,0,20,20', '1.5,0,20,20', 'all']) {
    assert.equal(parseCrop(text), null, text)
  }
})

test('after any pull or input, a crop is of whole pixels and within the picture', () => {
  const way = fc.constantFrom(-1 as const, 0 as const, 1 as const)
  const far = fc.double({ min: -3000, max: 3000, noNaN: true })
  const side = fc.integer({ min: 32, max: 4000 })
  const moves = fc.array(fc.tuple(way, way, far, far), { maxLength: 12 })
  const aspects = fc.constantFrom(null, 1, 16 / 9, 9 / 16, 4 / 5)
  fc.assert(
    fc.property(side, side, aspects, moves, (width, height, aspect, all) => {
      const bounds = { picture: { width, height }, aspect }
      let crop: Crop = wholePicture(bounds.picture)
      if (aspect !== null) crop = largestOf(aspect, crop, bounds.picture)
      for (const [across, down, right, below] of all) {
        const isCorner = across !== 0 && down !== 0
        if (across === 0 && down === 0) crop = movedBy(crop, right, below, bounds.picture)
        else if (aspect === null || isCorner)
          crop = resizedBy(crop, { across, down }, { right, down: below }, bounds)
        if (aspect === null && isCorner)
          crop = withinPicture({ ...crop, x: right, width: below }, bounds.picture)
        const sides = [crop.x, crop.y, crop.width, crop.height]
        assert.ok(
          sides.every((value) => Number.isInteger(value) && value >= 0),
          sides.join(),
        )
        assert.ok(crop.x + crop.width <= width && crop.y + crop.height <= height, sides.join())
        assert.ok(crop.width >= minCropSide && crop.height >= minCropSide, sides.join())
      }
    }),
    randomRuns(100),
  )
})

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

test('the crop is pulled at its corners on the picture, moved, given a shape, and sent', async (t) => {
  const { site, page, calm } = await open(t)
  const drag = async (from: [number, number], to: [number, number]) => {
    const [start, end] = [await placeOf(page, ...from), await placeOf(page, ...to)]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2)
    await page.mouse.move(end.x, end.y)
    await page.mouse.up()
  }
  assert.equal(await crops(page), '', 'the whole picture is no crop')
  await drag([319, 179], [200, 120])
  isNear(await crops(page), { x: 0, y: 0, width: 201, height: 121 })
  await drag([100, 60], [150, 80])
  isNear(await crops(page), { x: 50, y: 20, width: 201, height: 121 })
  assert.equal(await number(page, 'Left').inputValue(), (await crops(page)).split(',')[0])
  assert.deepEqual(await faultsOf(page), [])

  await page.getByLabel('Shape').selectOption('Square')
  assert.equal(await crops(page), '61,0,180,180')
  await drag([240, 178], [160, 170])
  isNear(await crops(page), { x: 61, y: 0, width: 100, height: 100 })
  await page.getByRole('button', { name: 'Whole picture' }).click()
  assert.equal(await crops(page), '')
  await page.getByLabel('Shape').selectOption('16/9')
  assert.equal(await crops(page), '', 'it has this shape')
  await page.getByLabel('Shape').selectOption('4/5')
  await page.getByText('144 × 180 pixels').waitFor()
  await page.locator('summary', { hasText: 'Crop' }).click()
  // Closed, it still shows the kept area.
  await page.locator('[data-crop-overlay][inert]').waitFor()
  const request = await sendForm(site, page)
  assert.ok(request.kind === 'video')
  assert.deepEqual(request.clip.crop, { x: 88, y: 0, width: 144, height: 180 })
  calm()
})
