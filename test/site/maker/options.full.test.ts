import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { defaultClipOptions } from '#src/options/clip-options.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { chooseFiles, chooseVideo, makeGif, openMaker, sendForm } from '../../support/browser/maker.ts'
import { phone } from '../../support/browser/touch.ts'
import { flatPictures } from '../../support/media/flat-picture.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startSite } from '../../support/site.ts'

async function openVideo(t: TestContext, settings: Record<string, string> = {}, seconds = 6) {
  const site = await startSite(t, settings)
  const { page, calm } = await openMaker(site, await openBrowser(t, { reducedMotion: 'reduce' }))
  await chooseVideo(page, await makeVideo(t, { seconds, width: 64, height: 36, fps: 5 }))
  return { site, page, calm }
}

test('untouched options send defaults', async (t) => {
  const { site, page } = await openVideo(t, { GIF_PRESET: 'quality' })
  const request = await sendForm(site, page)
  assert.ok(request.kind === 'video')
  assert.deepEqual(request.gif, {
    preset: 'best',
    maxBytes: null,
    loops: 0,
    reverse: false,
    boomerang: false,
  })
  assert.deepEqual(request.clip, defaultClipOptions)
})

test('pictures only show options that apply to them, and their preview plays accordingly', async (t) => {
  const site = await startSite(t, { MAX_PICTURES: '5' })
  const { page } = await openMaker(site, await openBrowser(t))
  await chooseFiles(page, await flatPictures('red', 'lime', 'blue', 'navy'))
  await page.getByText('4 pictures · 0.8 s').waitFor()
  for (const name of ['Speed', 'Find the best loop'])
    assert.equal(await page.getByLabel(name, { exact: true }).isVisible(), false, name)
  assert.equal(await page.getByText('Crop', { exact: true }).isVisible(), false)
  await page.getByLabel('Boomerang').check()
  await page.getByText('4 pictures · 1.2 s').waitFor()
  await makeGif(page)
  await page.getByRole('alert').getByText('With boomerang these are 6 frames').waitFor()
  await page.getByRole('button', { name: 'Remove: picture 4' }).click()
  await page.getByText('3 pictures · 0.8 s').waitFor()
  await page.getByLabel('Reverse').check()
  await page.getByRole('radio', { name: 'Best' }).check()
  await page.getByLabel('Size limit', { exact: true }).selectOption('2 MB')
  const request = await sendForm(site, page)
  assert.equal(request.kind, 'pictures')
  assert.deepEqual(request.gif, {
    preset: 'best',
    maxBytes: 2_000_000,
    loops: 0,
    reverse: true,
    boomerang: true,
  })
})

test('all of them are visible and usable on a phone', async (t) => {
  const site = await startSite(t)
  const { page } = await openMaker(site, await openBrowser(t, { ...phone, reducedMotion: 'reduce' }))
  await chooseFiles(page, await makeVideo(t, { seconds: 2, width: 64, height: 36, fps: 5 }))
  await page.getByRole('slider', { name: 'Start', exact: true }).waitFor()
  const tooSmall = `[
    ...[...document.querySelectorAll('main :is(button, input, select, summary, .choice)')]
      .filter((one) => one.getClientRects().length > 0 && !one.matches('.visually-hidden'))
      // Elements with a label are pressed there, too.
      .map((one) => (one.matches('[type="checkbox"], [type="radio"]') ? one.labels[0] : one))
      .filter((one) => one.getBoundingClientRect().width < 44 || one.getBoundingClientRect().height < 44)
      .map((one) => one.outerHTML),
    ...(document.documentElement.scrollWidth > innerWidth ? ['wider than the screen'] : []),
  ]`
  for (const panel of ['trim', 'crop', 'speed', 'captions', 'quality', 'details']) {
    await page.locator(`[data-panel="${panel}"] > summary`).tap()
    if (panel === 'quality') await page.getByLabel('Size limit', { exact: true }).selectOption('Other size …')
    assert.deepEqual(await page.evaluate<string[]>(tooSmall), [], panel)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      assert.deepEqual(await faultsOf(page), [], `${panel} ${colorScheme}`)
    }
    await page.keyboard.press('Escape')
  }
})
