import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { psnr } from '../../support/media/damage.ts'
import { startApp } from '../../support/app.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { startMake } from '../../support/processes/make.ts'
import { openMaker } from '../../support/browser/maker.ts'
import { factsOf, makeVideo } from '../../support/media/media.ts'
import { startSite } from '../../support/site.ts'

const choose = (page: Page, path: string) => page.getByLabel('Choose files').setInputFiles(path)

/** Waits until the whole GIF is shown, and gives what is said of its size. */
async function shownSize(page: Page, frames: number): Promise<string> {
  const size = page.locator('[data-size]:not([data-waiting])', { hasText: `${frames} frames` })
  await size.waitFor()
  await page.locator('[data-preview][data-state="whole"]:not([hidden])').waitFor()
  return (await size.textContent()) ?? ''
}

const run = promisify(execFile)

/** The pixels of all frames, as RGB. */
async function pixelsOf(path: string): Promise<Uint8Array> {
  const args = ['-v', 'error', '-i', path, '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-']
  return (await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 28 })).stdout
}

/** Has a player turn a video by a quarter, by what its header says; gives its path. */
async function turnVideo(path: string): Promise<string> {
  const bytes = await readFile(path)
  const matrix = bytes.indexOf('tkhd') + 44
  const quarter = [0, 0x1_00_00, 0, -0x1_00_00, 0, 0, 0, 0, 0x40_00_00_00]
  for (const [index, value] of quarter.entries()) bytes.writeInt32BE(value, matrix + index * 4)
  await writeFile(path, bytes)
  return path
}

test('what is edited is seen as the GIF that comes of it, and downloaded without anything being sent', async (t) => {
  const app = await startApp(t, { SITE_NAME: 'Mark' })
  const { page, calm } = await openMaker(app, await openBrowser(t))
  // As phones film: stored on its side.
  const path = await turnVideo(await makeVideo(t, { seconds: 3, width: 640, height: 360 }))
  const sent: string[] = []
  page.on('request', (request) => {
    const isOwnFile = request.url().startsWith(`${app.url}/static/`)
    const isMark = request.url().startsWith(`${app.url}/create/watermark.png?`)
    const isLocal = request.url().startsWith('blob:')
    if (request.method() !== 'GET' || request.postData() !== null || !(isOwnFile || isMark || isLocal))
      sent.push(`${request.method()} ${request.url()}`)
  })

  await choose(page, path)
  // While a crop is drawn, the source is seen.
  await page.locator('[data-panel="crop"]').evaluate((panel) => panel.removeAttribute('open'))
  assert.match(await shownSize(page, 45), /^[\d.]+ [KM]B\s· 360\s×\s640\s· 45 frames$/)
  await page.getByLabel('GIF width').fill('240')
  await page.getByRole('radio', { name: 'Small' }).check()
  await page.getByRole('checkbox', { name: 'Reverse' }).check()
  await page.getByLabel('End (seconds)').fill('2')
  await page.getByLabel('End (seconds)').press('Tab')
  const size = await shownSize(page, 30)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'clip.gif')
  const saved = join(app.folder, 'downloaded.gif')
  await download.saveAs(saved)
  assert.deepEqual(sent, [])
  await page.getByText('clip.gif is saved. Nothing was uploaded.').waitFor()

  const options = ['--end', '2', '--width', '240', '--reverse', '--preset', 'small', '--watermark', 'Mark']
  const { code, err } = await startMake(app.folder, [path, '-o', 'made.gif', ...options]).ended
  assert.equal(code, 0, err)
  const made = join(app.folder, 'made.gif')
  const [ours, theirs] = [await factsOf(saved), await factsOf(made)]
  assert.deepEqual([ours.width, ours.height, ours.frames], [theirs.width, theirs.height, theirs.frames])
  const [bytes, bytesOfServer] = [(await stat(saved)).size, (await stat(made)).size]
  const share = bytes / bytesOfServer
  assert.ok(Math.abs(share - 1) < 0.02, `${share.toFixed(3)} times the bytes of the server's`)
  const likeness = psnr(await pixelsOf(saved), await pixelsOf(made))
  assert.ok(likeness > 38, `${likeness.toFixed(1)} dB`)
  assert.ok(size.startsWith(`${Math.round(bytes / 1000)} KB `), `${size} of ${bytes} bytes`)
  assert.deepEqual(await faultsOf(page), [])
  calm()
})

test('without WebCodecs, as on plain http, frames come from a video element, and the size is about right', async (t) => {
  const app = await startApp(t, { WATERMARK: 'off' })
  const url = app.url.replace('127.0.0.1', 'plain.test')
  const { page } = await openMaker({ ...app, url }, await openBrowser(t))
  assert.equal(await page.evaluate("'VideoDecoder' in globalThis"), false)
  const path = await makeVideo(t, { seconds: 2, width: 320, height: 180 })

  await choose(page, path)
  assert.match(await shownSize(page, 30), /^About [\d.]+ KB\s· 320\s×\s180\s· 30 frames$/)
  await page.getByRole('checkbox', { name: 'Reverse' }).check()
  await page.getByLabel('End (seconds)').fill('1')
  await page.getByLabel('End (seconds)').press('Tab')
  await shownSize(page, 15)
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

test('the GIF that is seen is paused and played, by its button and by the Space key', async (t) => {
  const site = await startSite(t)
  const page = await (await openBrowser(t)).newPage()
  await page.goto(`${site.url}/create`)
  await choose(page, await makeVideo(t, { seconds: 1 }))
  await shownSize(page, 15)
  const image = page.locator('[data-preview] img')
  assert.ok(await image.isVisible())
  await page.locator('[data-preview]').getByRole('button', { name: 'Pause' }).click()
  assert.equal(await image.isVisible(), false)
  // The button has the focus: Space is its own.
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

test('the preview comes, too, where it is loaded while a seek has taken the frame of the video away', async (t) => {
  const site = await startSite(t)
  const { page } = await openMaker(site, await openBrowser(t))
  await page.locator('[data-panel="crop"]').evaluate((panel) => panel.removeAttribute('open'))
  const release = Promise.withResolvers<void>()
  await page.route('**/maker-preview.en.js', async (route) => {
    await release.promise
    await route.continue()
  })
  const loaded = page.waitForResponse('**/maker-preview.en.js')
  await choose(page, await makeVideo(t, { seconds: 1, fps: 15 }))
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
  await shownSize(page, 15)
})
