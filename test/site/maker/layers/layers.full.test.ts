import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { classicCaptions } from '#src/layers/layer-defaults.ts'
import type { Layer } from '#src/layers/layer.ts'
import { faultsOf } from '../../../support/browser/axe.ts'
import { openBrowser } from '../../../support/browser/browser.ts'
import { layersIn, untilLayers } from '../../../support/browser/form-layers.ts'
import { chooseVideo, openMaker, openPanels, sendForm, taskOf } from '../../../support/browser/maker.ts'
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

test('stickers are sent with the layers that show them, and come back without their files', async (t) => {
  const { site, page } = await open(t, { MAX_LAYERS: '2' })
  await page.locator('[data-add-sticker]').setInputFiles(await flatPicture('red', { width: 60, height: 30 }))
  await page.getByRole('button', { name: 'Duplicate: Sticker: red.png' }).click()
  await untilLayers(page, (layers) => layers.length === 2)
  const request = await sendForm(site, page)
  assert.ok(request.kind === 'video')
  const { layers = [], stickers = [] } = request.overlay ?? {}
  assert.deepEqual(
    layers.map((layer) => layer.type === 'picture' && layer.picture),
    [0, 0],
  )
  assert.equal(stickers.length, 1)

  await page.goto(`${site.url}/create?from=${taskOf(page)}`)
  await chooseVideo(page, await makeVideo(t))
  await openPanels(page)
  await page.getByText('Choose the files of 2 stickers again').waitFor()
  assert.deepEqual(await layersIn(page), [], 'without their files they are not sent')
  await page
    .getByRole('button', { name: /^Sticker Whole/ })
    .first()
    .click()
  assert.deepEqual(await faultsOf(page), [])
  await page
    .getByLabel('Choose file', { exact: true })
    .setInputFiles(await flatPicture('red', { width: 60, height: 30 }))
  const [again] = await untilLayers(page, ({ length }) => length === 1)
  assert.deepEqual(again, layers[1], 'the front one, which is listed first')
  await page.getByRole('button', { name: 'Add text' }).click()
  await page.getByText('A GIF can have up to 2 layers. Delete one first.').waitFor()
})

test('changes of layers are undone and redone, by keys and by buttons', async (t) => {
  const { page, calm } = await open(t)
  await page.getByRole('button', { name: 'Add text' }).click()
  await page.getByLabel('Text', { exact: true }).fill('Jump')
  const [placed] = await untilLayers(page, (layers) => textOf(layers[0]) === 'Jump')
  await onPicture(page, /^Text: Jump/).focus()
  await page.keyboard.press('Shift+ArrowUp')
  const [first] = await untilLayers(page, (layers) => layers[0]?.y !== placed?.y)
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Shift+ArrowUp')
  // The field shows the result of the presses a moment later.
  const step = first!.y - placed!.y
  const [moved] = await untilLayers(page, ([layer]) => Math.abs(layer!.y - placed!.y) > Math.abs(step) * 2.5)
  await page.keyboard.press('Control+z')
  assert.deepEqual(
    await untilLayers(page, (layers) => layers[0]?.y === placed?.y),
    [placed],
    'all presses at once',
  )
  await page.keyboard.press('Control+Shift+Z')
  await untilLayers(page, (layers) => layers[0]?.y === moved?.y)
  const [undo, redo] = ['Undo', 'Redo'].map((name) => page.getByRole('button', { name, exact: true }))
  assert.ok(undo && redo)
  assert.equal(await redo.getAttribute('aria-disabled'), 'true')
  await undo.click()
  await undo.click()
  await untilLayers(page, (layers) => layers.length === 0)
  await redo.click()
  await redo.click()
  assert.deepEqual(await untilLayers(page, (layers) => layers[0]?.y === moved?.y), [moved])
  // In a field the keys apply to the typed text.
  await page.getByLabel('Title', { exact: true }).fill('Frog')
  await page.keyboard.press('Control+z')
  assert.deepEqual(await untilLayers(page, (layers) => layers.length === 1), [moved])
  calm()
})

test('a text is visible on the picture while it is typed, before the GIF with it is ready', async (t) => {
  const { page } = await open(t)
  const gif = page.locator('[data-preview][data-state="whole"]:not([hidden])')
  await gif.waitFor()
  await page.getByRole('button', { name: 'Add text' }).click()
  // The GIF has no letters of it: its placeholder is shown over it.
  await page.getByText('Your text').waitFor()
  await page.evaluate(`{
    const seen = (window.seen = [])
    const form = document.querySelector('[data-maker]')
    form.addEventListener('input', ({ target }) => {
      if (target.name !== 'layers') return
      const text = document.querySelector('.layer-box__text')
      seen.push(getComputedStyle(text).visibility + ' ' + text.textContent)
    })
  }`)
  for (const letter of 'Hi') {
    await page.keyboard.press(letter)
    await untilLayers(page, (layers) => textOf(layers[0]).endsWith(letter))
  }
  assert.deepEqual(await page.evaluate('seen'), ['visible H', 'visible Hi'])
  await gif.waitFor()
  assert.equal(await page.locator('.layer-box__text').isVisible(), false, 'the GIF has it')
})

test('without script the captions are two fields, and layers of the classic style', async (t) => {
  const site = await startSite(t)
  const page = await (await openBrowser(t, { javaScriptEnabled: false })).newPage()
  await page.goto(`${site.url}/create`)
  await page.locator('input[name="video"]').setInputFiles(await makeVideo(t))
  await page.getByLabel('Text at the top').fill('When the frog')
  await page.getByLabel('Text at the bottom').fill('finally jumps')
  const request = await sendForm(site, page)
  assert.ok(request.kind === 'video')
  assert.deepEqual(request.overlay?.layers, classicCaptions('When the frog', 'finally jumps'))
})
