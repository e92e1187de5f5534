import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { psnr } from '../../support/damage.ts'
import { startApp } from '../../support/app.ts'
import { faultsOf } from '../../support/axe.ts'
import { openBrowser } from '../../support/browser.ts'
import { startMake } from '../../support/make.ts'
import { openMaker } from '../../support/maker.ts'
import { factsOf, makeVideo } from '../../support/media.ts'

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

test('what is edited is seen as the GIF that comes of it, and downloaded without anything being sent', async (t) => {
  const app = await startApp(t, { SITE_NAME: 'Mark' })
  const { page, calm } = await openMaker(app, await openBrowser(t))
  const path = await makeVideo(t, { seconds: 3, width: 640, height: 360 })
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
  assert.match(await shownSize(page, 45), /^[\d.]+ [KM]B · 480 × 270 · 45 frames$/)
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

  const options = ['--end', '2', '--reverse', '--preset', 'small', '--watermark', 'Mark']
  const { code, err } = await startMake(app.folder, [path, '-o', 'made.gif', ...options]).ended
  assert.equal(code, 0, err)
  const made = join(app.folder, 'made.gif')
  const [ours, theirs] = [await factsOf(saved), await factsOf(made)]
  assert.deepEqual([ours.width, ours.height, ours.frames], [theirs.width, theirs.height, theirs.frames])
  const [bytes, bytesOfServer] = [(await stat(saved)).size, (await stat(made)).size]
  const share = bytes / bytesOfServer
  assert.ok(Math.abs(share - 1) < 0.05, `${share.toFixed(3)} times the bytes of the server's`)
  const likeness = psnr(await pixelsOf(saved), await pixelsOf(made))
  assert.ok(likeness > 30, `${likeness.toFixed(1)} dB`)
  assert.ok(size.startsWith(`${Math.round(bytes / 1000)} KB `), `${size} of ${bytes} bytes`)
  assert.deepEqual(await faultsOf(page), [])
  calm()
})
