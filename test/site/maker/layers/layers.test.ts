import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { classicCaptions } from '#src/layers/layer-defaults.ts'
import type { Layer } from '#src/layers/layer.ts'
import { newTask } from '../../../contract/stores.ts'
import { startApp } from '../../../support/app.ts'
import { faultsOf } from '../../../support/browser/axe.ts'
import { openBrowser } from '../../../support/browser/browser.ts'
import { layersIn, untilLayers } from '../../../support/browser/form-layers.ts'
import { chooseFiles, chooseVideo, madeGif, openMaker } from '../../../support/browser/maker.ts'
import { decode } from '../../../support/media/decoded.ts'
import { flatPicture } from '../../../support/media/flat-picture.ts'
import { makeVideo } from '../../../support/media/media.ts'
import { startSite } from '../../../support/site.ts'

function textOf(layer: Layer | undefined): string {
  return layer?.type === 'text' ? layer.text : ''
}

async function open(t: TestContext, settings: Record<string, string> = {}) {
  const site = await startSite(t, settings)
  const { page, calm } = await openMaker(site, await openBrowser(t, { reducedMotion: 'reduce' }))
  await chooseVideo(page, await makeVideo(t, { seconds: 2, width: 320, height: 180, fps: 10 }))
  return { site, page, calm }
}

/** The button that represents a layer on the picture. */
const onPicture = (page: Page, name: string | RegExp) =>
  page.getByRole('application', { name: 'Captions and stickers' }).getByRole('button', { name })

test('text is added, placed and timed by keys alone, and is in the GIF only during its time', async (t) => {
  const app = await startApp(t)
  const { page, calm } = await openMaker(app, await openBrowser(t, { reducedMotion: 'reduce' }))
  // The user types before the editor has loaded.
  const typed = Promise.withResolvers<void>()
  await page.route(/\/maker-layers\./, async (route) => {
    await typed.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/\/maker-layers\./)
  await chooseVideo(page, await makeVideo(t, { seconds: 2, width: 320, height: 180, fps: 10 }))
  await page.getByRole('button', { name: 'Add text' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('HEL')
  await asked
  typed.resolve()
  await page.getByLabel('Text', { exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('LO')
  const text = onPicture(page, 'Text: HELLO, 50 % from the left, 94 % from the top')
  await text.focus()
  for (let press = 0; press < 3; press++) await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('status').getByText('from the top').waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('Text', { exact: true }).and(page.locator(':focus')).waitFor()
  await page.getByLabel('From (seconds)').fill('0.5')
  await page.getByRole('slider', { name: 'End of Text: HELLO' }).focus()
  for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowLeft')
  const [layer] = await untilLayers(page, (layers) => layers[0]?.end === 1)
  assert.ok(layer?.type === 'text' && layer.start === 0.5)
  assert.ok(layer.x < 0.5 && layer.y < 0.9, JSON.stringify(layer))
  await page.getByRole('button', { name: 'Make GIF' }).focus()
  await page.keyboard.press('Enter')
  assert.equal((await madeGif(app, page)).frames, 20)
  const { frames } = await decode(join(app.folder, 'made.gif'))
  const counts = frames.map(whitePixels)
  const shown = counts.slice(5, 10)
  const others = [...counts.slice(0, 5), ...counts.slice(10)]
  assert.ok(Math.min(...shown) > Math.max(...others) + 150, counts.join(' '))
  calm()
})

function whitePixels(rgba: Uint8Array): number {
  let count = 0
  for (let at = 0; at < rgba.length; at += 4)
    if (Math.min(rgba[at]!, rgba[at + 1]!, rgba[at + 2]!) > 235) count += 1
  return count
}

test('layers are dragged, resized, rotated and timed with the mouse, deleted and restored', async (t) => {
  const { page, calm } = await open(t)
  await page.getByRole('button', { name: 'Top and bottom' }).click()
  await page.getByLabel('Text', { exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('one')
  await page.getByRole('button', { name: /^Text: no text yet Whole/ }).click()
  await page.getByLabel('Text', { exact: true }).fill('two')
  await untilLayers(page, (layers) => layers.length === 2)
  assert.deepEqual(await layersIn(page), classicCaptions('one', 'two'))
  await page.locator('[data-add-sticker]').setInputFiles(await flatPicture('red', { width: 60, height: 30 }))
  await untilLayers(page, (layers) => layers.length === 3)
  assert.deepEqual(await faultsOf(page), [])

  const drag = async (selector: string, by: { x: number; y: number }, at = { x: 0.5, y: 0.5 }) => {
    const box = await page.locator(selector).boundingBox()
    assert.ok(box)
    const from = { x: box.x + box.width * at.x, y: box.y + box.height * at.y }
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2)
    await page.mouse.move(from.x + by.x, from.y + by.y)
    await page.mouse.up()
  }
  const area = await page.locator('.layer-area').boundingBox()
  assert.ok(area)
  await drag('.layer-frame', { x: 60, y: 3 })
  const moved = (await untilLayers(page, (layers) => layers[2]!.x > 0.5))[2]
  assert.ok(moved?.type === 'picture')
  assert.ok(Math.abs(moved.x - (0.5 + 60 / area.width)) < 0.02, JSON.stringify(moved))
  assert.equal(moved.y, 0.5, 'it snaps to the middle')
  await drag('.layer-frame [data-grip="se"]', { x: 40, y: 20 })
  const large = (await untilLayers(page, (layers) => layers[2]!.width > moved.width))[2]
  assert.ok(large?.type === 'picture')
  assert.ok(Math.abs(large.x - large.width / 2 - (moved.x - moved.width / 2)) < 0.01, 'its left edge stays')
  await drag('.layer-frame [data-grip="rotate"]', { x: 300, y: 60 })
  await untilLayers(page, (layers) => layers[2]?.type === 'picture' && layers[2].rotation > 20)
  await drag('.layer-span[data-selected] [data-end="end"]', { x: -100, y: 0 })
  const timed = (await untilLayers(page, (layers) => layers[2]!.end !== null))[2]
  assert.ok(timed?.start === null && timed.end! < 2)

  await page.keyboard.press('Escape')
  await onPicture(page, /^Sticker/).focus()
  await page.keyboard.press('Delete')
  await untilLayers(page, (layers) => layers.length === 2)
  await page.getByText('Sticker: red.png was deleted.').waitFor()
  // The focus is on the button that restores it.
  await page.keyboard.press('Enter')
  assert.deepEqual((await untilLayers(page, (layers) => layers.length === 3))[2], timed)
  await page.getByRole('button', { name: 'Send backward: Sticker: red.png' }).click()
  await untilLayers(page, (layers) => layers[1]?.type === 'picture')
  await page.getByRole('button', { name: 'Blur a region' }).click()
  await page.locator('label').filter({ hasText: 'Pixelate' }).click()
  await untilLayers(page, (layers) => layers[3]?.type === 'blur' && layers[3].style === 'pixelate')
  assert.deepEqual(await faultsOf(page), [])
  calm()
})

test('typed text comes back after leaving the page, and captions of an earlier try are layers', async (t) => {
  const { site, page } = await open(t)
  await page.getByRole('button', { name: 'Add text' }).click()
  await page.getByLabel('Text', { exact: true }).fill('kept\nשלום <b>')
  const layers = await untilLayers(page, (layers) => textOf(layers[0]).includes('kept'))
  await page.goto(`${site.url}/create`, { waitUntil: 'load' })
  assert.deepEqual(await untilLayers(page, (layers) => layers.length === 1), layers)
  await chooseFiles(page, await makeVideo(t))
  await onPicture(page, /^Text: kept שלום <b>/).waitFor()
  assert.equal(await page.locator('[data-maker] b').count(), 0, 'text is never markup')

  const task = newTask()
  assert.ok(task.request.kind === 'video')
  const overlay = { layers: classicCaptions('top', ''), stickers: [] }
  await site.withStores(({ tasks }) =>
    tasks.submissions.add({ ...task, request: { ...task.request, overlay } as typeof task.request }, 100),
  )
  await page.goto(`${site.url}/create?from=${task.id}`)
  assert.deepEqual(await untilLayers(page, (layers) => layers.length === 1), classicCaptions('top', ''))
  assert.equal(await page.locator('[name="caption_top"]').isDisabled(), true)
})
