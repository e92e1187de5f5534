import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp } from '../../support/app.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { type BrowserOptions, openBrowser } from '../../support/browser/browser.ts'
import { watchLayoutShift } from '../../support/browser/layout-shift.ts'
import { chooseFiles, hasFocus, makeGif, openPanels, untilPreviewed } from '../../support/browser/maker.ts'
import { phone } from '../../support/browser/touch.ts'
import { isFullRun } from '../../support/full-run.ts'
import { flatPictures } from '../../support/media/flat-picture.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startSite } from '../../support/site.ts'

/** The given elements that are not completely within the window. */
const outOfView = (page: Page, ...selectors: string[]) =>
  page.evaluate<string[]>(`${JSON.stringify(selectors)}.filter((selector) => {
    const { top, bottom, height } = document.querySelector(selector).getBoundingClientRect()
    return height < 40 || top < 0 || bottom > innerHeight
  })`)

async function openVideo(t: TestContext, options: BrowserOptions) {
  const site = await startSite(t)
  const page = await (await openBrowser(t, options)).newPage()
  await page.goto(`${site.url}/create`)
  await chooseFiles(page, await makeVideo(t, { seconds: 3, width: 64, height: 36, fps: 5 }))
  await untilPreviewed(page)
  return page
}

test('on a desktop the picture, the timeline and the button never leave the view', async (t) => {
  const page = await openVideo(t, {})
  const parts = ['[data-stage]', '[data-strip]', '.maker__submit']
  for (const [width, height] of [
    [1024, 640],
    [1280, 800],
    [1440, 900],
    [2560, 1440],
  ] as const) {
    await page.setViewportSize({ width, height })
    assert.deepEqual(await outOfView(page, ...parts), [], `${width} × ${height}`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await openPanels(page)
  await page.getByLabel('Tags', { exact: true }).fill('the last field')
  assert.deepEqual(await outOfView(page, ...parts), [], 'with every group open, at the last one')
  assert.equal(await page.evaluate('scrollY'), 0)

  await page.getByRole('button', { name: 'Start over' }).click()
  await chooseFiles(page, await flatPictures('red', 'lime', 'blue'))
  await page.getByText('3 pictures').waitFor()
  assert.deepEqual(await outOfView(page, '[data-stage]', '[data-thumbs]', '.maker__submit'), [])
})

/** The positions of these, as whole numbers: `top to bottom`. */
const placesOf = (page: Page, ...selectors: string[]) =>
  page.evaluate<string[]>(`${JSON.stringify(selectors)}.map((selector) => {
    const { top, bottom } = document.querySelector(selector).getBoundingClientRect()
    return selector + ': ' + Math.round(top) + ' to ' + Math.round(bottom)
  })`)

/** The faults of the open sheet: it has to be between the picture and the button, with the focus visible. */
const sheetFaults = (page: Page) =>
  page.evaluate<string[]>(`{
    const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect()
    const sheet = boxOf('details[data-panel][open] > .group__body')
    const { left, width, top, bottom } = document.activeElement.getBoundingClientRect()
    const at = document.elementFromPoint(left + width / 2, Math.min(Math.max(top + 2, sheet.top + 2), bottom))
    Object.entries({
      low: sheet.height < 150,
      'over the picture': sheet.top < boxOf('[data-stage]').bottom,
      'over the button': sheet.bottom > boxOf('.maker__actions').top + 1,
      'without the focus': !document.activeElement.contains(at) && !at?.contains(document.activeElement),
    }).flatMap(([fault, isSo]) => (isSo ? [fault, document.activeElement.outerHTML] : []))
  }`)

const sheetScreens = {
  'a small phone': { width: 360, height: 740 },
  'a tablet': { width: 768, height: 1024 },
}
for (const [size, viewport] of Object.entries(sheetScreens).slice(0, isFullRun ? 2 : 1)) {
  test(`on ${size} the options are sheets between the picture and the button, one at a time`, async (t) => {
    const page = await openVideo(t, { ...phone, viewport })
    const parts = ['[data-stage]', '.maker__submit']
    assert.deepEqual(await outOfView(page, ...parts, '[data-panel="details"]'), [], 'all of it in one screen')
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width)
    const opened = () =>
      page.$$eval('details[data-panel][open]', (panels) => panels.map((panel) => panel.dataset.panel))
    const places = await placesOf(page, ...parts)
    for (const panel of ['trim', 'crop', 'speed', 'captions', 'quality', 'details']) {
      const button = page.locator(`[data-panel="${panel}"] > summary`)
      await button.focus()
      await page.keyboard.press('Enter')
      await page.locator(`[data-panel="${panel}"] > .group__body:focus`).waitFor()
      assert.deepEqual(await opened(), [panel])
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press('Tab')
        if (
          (await opened()).length === 0 ||
          (await page.evaluate('document.activeElement.closest(".group__body") === null'))
        )
          break
        assert.deepEqual(await sheetFaults(page), [])
      }
      if ((await opened()).length === 0) await button.click()
      assert.deepEqual(await placesOf(page, ...parts), places, panel)
      await page.locator(`[data-panel="${panel}"] .group__head button`).click()
      assert.deepEqual(await opened(), [])
      assert.ok(await hasFocus(button))
    }
    await page.locator('[data-panel="speed"] > summary').tap()
    await page.locator('[data-panel="speed"] [value="2"]').tap()
    await page.keyboard.press('Escape')
    await page.locator('[data-panel="speed"] > summary', { hasText: 'Speed 2×' }).waitFor()
    assert.deepEqual(await placesOf(page, ...parts), places, 'at the end')
    assert.deepEqual(await faultsOf(page), [])
  })
}

const screens = { 'a desktop': {}, 'a phone': phone }
for (const [size, options] of Object.entries(screens).slice(0, isFullRun ? 2 : 1))
  test(`from "Make GIF" to the finished GIF nothing jumps on ${size}`, async (t) => {
    const app = await startApp(t, { WORKER_CONCURRENCY: '1' })
    const page = await (await openBrowser(t, options)).newPage()
    const layoutShift = await watchLayoutShift(page)
    await page.goto(`${app.url}/create`)
    await chooseFiles(page, await makeVideo(t, { seconds: 1, width: 64, height: 36, fps: 5 }))
    await page.locator('[data-preview][data-state="whole"]:not([hidden])').waitFor()
    await page.evaluate(`{
      const places = (window.places = new Set())
      const look = () => {
        const picture = document.querySelector('[data-result] .gif-player') ?? document.querySelector('[data-stage]')
        const { left, top, width, height } = picture.getBoundingClientRect()
        places.add([left, top, width, height].map(Math.round).join())
        requestAnimationFrame(look)
      }
      look()
      window.layoutShifts = { sum: 0, moved: [] }
    }`)
    await makeGif(page)
    await page.getByText('You can leave this page').waitFor()
    await page.getByText('Your GIF is ready').waitFor()
    await page.locator('[data-result] .gif-player').waitFor()
    assert.equal((await page.evaluate<string[]>('[...places]')).length, 1, 'the picture stays in place')
    assert.equal(await layoutShift(), 0)
  })
