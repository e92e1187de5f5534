import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startApp } from '../../support/app.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { chooseFiles, closeCrop, openMaker, shownSize } from '../../support/browser/maker.ts'
import { psnr } from '../../support/media/damage.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startMake } from '../../support/processes/make.ts'
import { startSite } from '../../support/site.ts'

const run = promisify(execFile)

/** The pixels of all frames, as RGB. */
async function pixelsOf(path: string): Promise<Uint8Array> {
  const args = ['-v', 'error', '-i', path, '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-']
  return (await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 28 })).stdout
}

test('without WebCodecs, as on plain http, frames come from a video element, and the size is about right', async (t) => {
  const app = await startApp(t, { WATERMARK: 'off' })
  const url = app.url.replace('127.0.0.1', 'plain.test')
  const { page } = await openMaker({ ...app, url }, await openBrowser(t))
  assert.equal(await page.evaluate("'VideoDecoder' in globalThis"), false)
  const path = await makeVideo(t, { seconds: 2, width: 320, height: 180 })

  await chooseFiles(page, path)
  assert.match(await shownSize(page, '30 frames'), /^About [\d.]+ KB\s· 320\s×\s180\s· 30 frames$/)
  await page.getByRole('checkbox', { name: 'Reverse' }).check()
  await page.getByLabel('End (seconds)').fill('1')
  await page.getByLabel('End (seconds)').press('Tab')
  await shownSize(page, '15 frames')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  const saved = join(app.folder, 'downloaded.gif')
  await download.saveAs(saved)
  const { code, err } = await startMake(app.folder, [path, '-o', 'made.gif', '--end', '1', '--reverse']).ended
  assert.equal(code, 0, err)
  const made = join(app.folder, 'made.gif')
  const likeness = psnr(await pixelsOf(saved), await pixelsOf(made))
  assert.ok(likeness > 28, `${likeness.toFixed(1)} dB`)
  const share = (await stat(saved)).size / (await stat(made)).size
  assert.ok(Math.abs(share - 1) < 0.15, `${share.toFixed(3)} times the bytes of the server's`)
})

test('the displayed GIF is paused and played, by its button and by the Space key', async (t) => {
  const site = await startSite(t)
  const page = await (await openBrowser(t)).newPage()
  await page.goto(`${site.url}/create`)
  await chooseFiles(page, await makeVideo(t, { seconds: 1 }))
  await shownSize(page, '15 frames')
  const image = page.locator('[data-preview] img')
  assert.ok(await image.isVisible())
  await page.locator('[data-preview]').getByRole('button', { name: 'Pause' }).click()
  assert.equal(await image.isVisible(), false)
  // The button has the focus: it handles Space itself.
  await page.keyboard.press('Space')
  assert.ok(await image.isVisible())
  await page.getByRole('slider', { name: 'Start', exact: true }).focus()
  await page.keyboard.press('Space')
  await page.locator('[data-preview]').getByRole('button', { name: 'Play' }).waitFor()
  assert.equal(await image.isVisible(), false)
  await page.keyboard.press('Space')
  assert.ok(await image.isVisible())
  await page.locator('[data-panel="details"] > summary').click()
  await page.getByLabel('Title', { exact: true }).fill('a')
  await page.keyboard.press('Space')
  assert.equal(await page.getByLabel('Title', { exact: true }).inputValue(), 'a ')
  assert.ok(await image.isVisible(), 'in a field it is a space')
})

test('the preview also appears if it is loaded while a seek has removed the frame of the video', async (t) => {
  const site = await startSite(t)
  const { page } = await openMaker(site, await openBrowser(t))
  await closeCrop(page)
  const release = Promise.withResolvers<void>()
  await page.route('**/maker-preview.en.js', async (route) => {
    await release.promise
    await route.continue()
  })
  const loaded = page.waitForResponse('**/maker-preview.en.js')
  await chooseFiles(page, await makeVideo(t, { seconds: 1, fps: 15 }))
  await page.getByRole('slider', { name: 'Start', exact: true }).waitFor()
  await page.evaluate(
    "Object.defineProperty(document.querySelector('[data-video]'), 'readyState', { value: 1, configurable: true })",
  )
  release.resolve()
  await (await loaded).finished()
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  await page.evaluate(`{
    const video = document.querySelector('[data-video]')
    delete video.readyState
    video.dispatchEvent(new Event('seeked'))
  }`)
  await shownSize(page, '15 frames')
})
