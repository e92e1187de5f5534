import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf } from '../../../support/browser/axe.ts'
import { openBrowser } from '../../../support/browser/browser.ts'
import { untilLayers } from '../../../support/browser/form-layers.ts'
import { chooseFiles, openMaker, untilPreviewed } from '../../../support/browser/maker.ts'
import { fingerOn, phone, untilScrolled } from '../../../support/browser/touch.ts'
import { makeVideo } from '../../../support/media/media.ts'
import { startSite } from '../../../support/site.ts'

test('a finger moves and resizes a layer on a phone, and the page does not scroll under it', async (t) => {
  const site = await startSite(t)
  const { page } = await openMaker(site, await openBrowser(t, { ...phone, reducedMotion: 'reduce' }))
  await chooseFiles(page, await makeVideo(t, { seconds: 1, width: 320, height: 180, fps: 5 }))
  await untilPreviewed(page)
  await page.locator('[data-panel="captions"]').evaluate((panel) => panel.setAttribute('open', ''))
  await page.getByRole('button', { name: 'Blur a region' }).tap()
  await page.locator('.layer-frame').waitFor()
  await page.locator('[data-stage]').scrollIntoViewIfNeeded()
  await untilScrolled(page)
  const finger = await fingerOn(page)
  const pull = async (selector: string, by: { x: number; y: number }) => {
    const box = await page.locator(selector).boundingBox()
    assert.ok(box)
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const scrolled = await page.evaluate<number>('scrollY')
    await finger.down(from)
    await finger.to({ x: from.x + by.x, y: from.y + by.y })
    await finger.up()
    assert.equal(await page.evaluate<number>('scrollY'), scrolled)
  }
  await pull('.layer-frame', { x: 40, y: -40 })
  const [moved] = await untilLayers(page, ([layer]) => layer!.y < 0.45)
  assert.ok(moved && moved.x > 0.55, JSON.stringify(moved))
  await pull('.layer-frame [data-grip="sw"]', { x: -30, y: 20 })
  await untilLayers(page, ([layer]) => layer!.width > moved.width)
  assert.deepEqual(await faultsOf(page), [])
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
})
