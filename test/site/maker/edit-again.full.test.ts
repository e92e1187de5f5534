import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type TestApp, startApp } from '../../support/app.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { layersIn, untilLayers } from '../../support/browser/form-layers.ts'
import {
  chooseFiles,
  chooseVideo,
  madeGif,
  makeGif,
  openMaker,
  openPanels,
  requestOf,
} from '../../support/browser/maker.ts'
import { flatPicture, flatPictures } from '../../support/media/flat-picture.ts'
import { makeVideo } from '../../support/media/media.ts'
import { until } from '../../support/until.ts'

/** The number of files sent for the GIF that the page shows. */
async function sentFor(app: TestApp, page: Page) {
  const request = await requestOf(app, page)
  assert.ok(request.kind !== 'keep')
  const { uploads, overlay } = request
  return { source: uploads.length, stickers: overlay?.stickers.length ?? 0 }
}

test('a GIF with a sticker is edited again unchanged, made again without another upload, and compared', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1' })
  const { page, calm } = await openMaker(app, await openBrowser(t, { reducedMotion: 'reduce' }))
  const video = await makeVideo(t, { seconds: 2, width: 320, height: 180, fps: 10 })
  await chooseVideo(page, video)
  await page.locator('[data-add-sticker]').setInputFiles(await flatPicture('red'))
  const [layer] = await untilLayers(page, (layers) => layers.length === 1)
  await page.getByLabel('Title', { exact: true }).fill('With a sticker')
  await makeGif(page)
  await madeGif(app, page)
  assert.deepEqual(await sentFor(app, page), { source: 1, stickers: 1 })

  await page.getByRole('link', { name: 'Edit and make again' }).click()
  await openPanels(page)
  await page.locator('img.layer-box__picture[src^="blob:"]').waitFor()
  await page.getByRole('slider', { name: 'Start', exact: true }).waitFor()
  assert.deepEqual(await layersIn(page), [layer], 'its picture is here, and the layer is unchanged')
  assert.equal(await page.getByLabel('Title', { exact: true }).inputValue(), 'With a sticker')
  assert.equal(await page.getByText(/again, or (it is|they are) left out/).count(), 0)
  await page.locator('.preview__gif[src^="blob:"]').waitFor({ state: 'attached' })
  assert.deepEqual(await faultsOf(page), [])
  await page.getByLabel('Speed', { exact: true }).fill('2')
  await page.locator('[data-add-sticker]').setInputFiles(await flatPicture('blue'))
  await untilLayers(page, (layers) => layers.length === 2)
  await makeGif(page)
  await madeGif(app, page)
  assert.deepEqual(await sentFor(app, page), { source: 0, stickers: 1 }, 'the new sticker only')
  const versions = page.getByRole('region', { name: 'Versions' }).getByRole('listitem')
  assert.equal(await versions.count(), 2)
  assert.deepEqual(await faultsOf(page), [])
  await versions.nth(1).getByRole('link', { name: /^Edit/ }).click()
  await page.locator('.maker--live').waitFor({ state: 'attached' })
  await until(
    'both stickers are here',
    async () => (await page.locator('img.layer-box__picture[src^="blob:"]').count()) === 2,
  )
  await versions.nth(0).getByRole('link', { name: /Keep/ }).click()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: 'Delete 1 other version' }).click()
  await page.getByRole('link', { name: 'Edit and make again' }).waitFor()
  calm()
})

test('kept pictures are reordered and added to, and only new ones are sent', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1' })
  const { page, calm } = await openMaker(app, await openBrowser(t, { reducedMotion: 'reduce' }))
  await chooseFiles(page, await flatPictures('red', 'lime', 'blue'))
  await page.locator('.thumb').nth(2).waitFor()
  await page.locator('input[name="width"]').fill('50')
  await makeGif(page)
  await madeGif(app, page)
  await page.getByRole('link', { name: 'Edit and make again' }).click()
  await page.locator('.thumb').nth(2).waitFor()
  await openPanels(page)
  assert.equal(await page.locator('input[name="width"]').inputValue(), '50')
  await page.locator('.thumb').nth(0).locator('[data-do="later"]').click()
  await page.locator('.thumb').nth(2).locator('[data-do="remove"]').click()
  await page.locator('[data-add-pictures]').setInputFiles(await flatPicture('white'))
  await page.locator('.thumb').nth(2).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await makeGif(page)
  assert.equal((await madeGif(app, page)).frames, 3)
  assert.deepEqual(await sentFor(app, page), { source: 1, stickers: 0 }, 'the new picture only')
  await page
    .getByRole('region', { name: 'Versions' })
    .getByRole('listitem')
    .nth(1)
    .getByRole('link', { name: /^Edit/ })
    .click()
  await page.locator('.thumb').nth(2).waitFor()
  await makeGif(page)
  await madeGif(app, page)
  assert.deepEqual(await sentFor(app, page), { source: 0, stickers: 0 })
  calm()
})
