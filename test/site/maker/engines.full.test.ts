import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openBrowser } from '../../support/browser/browser.ts'
import { chooseFiles, closeCrop, openMaker, shownSize } from '../../support/browser/maker.ts'
import { makeAnimation } from '../../support/media/animations.ts'
import { makeVideo } from '../../support/media/media.ts'
import { makeFolder } from '../../support/rendering/rendering.ts'
import { startSite } from '../../support/site.ts'

// The behavior of other engines, simulated in Chromium.

const run = promisify(execFile)
const delaysMs = [200, 200, 200, 200, 200]

/** A player that neither plays a file nor refuses it, like WebKitGTK with a GIF. */
const hangingPlayer = `{
  const sources = new WeakMap()
  Object.defineProperty(HTMLVideoElement.prototype, 'src', {
    get() { return sources.get(this) ?? '' },
    set(source) { sources.set(this, source) },
  })
}`

test('a recording whose key frames cannot be looked up, as written by Firefox, has its preview', async (t) => {
  const { page, calm } = await openMaker(await startSite(t, { WATERMARK: 'off' }), await openBrowser(t))
  const path = join(await makeFolder(t), 'recording.webm')
  const source = 'testsrc2=size=160x120:rate=15:duration=3'
  const codec = '-c:v libvpx -deadline realtime -cpu-used 8 -g 9999 -auto-alt-ref 0'
  const container = '-f webm -live 1 -cluster_time_limit 500'
  const args = ['-v', 'error', '-f', 'lavfi', '-i', source, ...`${codec} ${container}`.split(' '), path]
  await run('ffmpeg', args)
  await closeCrop(page)
  await chooseFiles(page, path)
  await shownSize(page, '160\u{a0}×\u{a0}120 · 44 frames')
  assert.equal(await page.getByText(/^About/).count(), 0, 'its frames are decoded, not played')
  await page.getByLabel('Start (seconds)').fill('2')
  await page.getByLabel('Start (seconds)').press('Tab')
  await shownSize(page, '160\u{a0}×\u{a0}120 · 14 frames')
  calm()
})

test('an animation is previewed again when its decoder returns a closed frame, as in Firefox', async (t) => {
  const { page, calm } = await openMaker(await startSite(t, { WATERMARK: 'off' }), await openBrowser(t))
  await page.route('**/preview-worker.js', async (route) => {
    const response = await route.fetch()
    const frames = `{
      const { decode } = ImageDecoder.prototype
      const known = new WeakMap()
      ImageDecoder.prototype.decode = function ({ frameIndex }) {
        const own = known.get(this) ?? []
        known.set(this, own)
        return (own[frameIndex] ??= decode.call(this, { frameIndex }))
      }
    }`
    await route.fulfill({ response, body: `${frames}\n${await response.text()}` })
  })
  await closeCrop(page)
  await chooseFiles(page, await makeAnimation(await makeFolder(t), 'webp', { delaysMs }))
  await shownSize(page, '64\u{a0}×\u{a0}48')
  await page.getByLabel('GIF width').fill('32')
  await page.getByLabel('GIF width').press('Tab')
  await shownSize(page, '32\u{a0}×\u{a0}24')
  calm()
})

test('a GIF is shown and measured when the player neither plays nor refuses it, as in WebKitGTK', async (t) => {
  const browser = await openBrowser(t)
  await browser.addInitScript(hangingPlayer)
  const { page, calm } = await openMaker(await startSite(t), browser)
  await closeCrop(page)
  await chooseFiles(page, await makeAnimation(await makeFolder(t), 'gif', { delaysMs }))
  await page.getByText('This animation lasts 1 s.').waitFor()
  await shownSize(page, '64\u{a0}×\u{a0}48')
  calm()
})

test('a video is previewed when the player hangs, as WebKitGTK does occasionally', async (t) => {
  const browser = await openBrowser(t)
  await browser.addInitScript(hangingPlayer)
  // Nobody waits for it here.
  await browser.addInitScript(`{
    const { setTimeout } = globalThis
    globalThis.setTimeout = (handle, ms, ...rest) => setTimeout(handle, Math.min(ms ?? 0, 500), ...rest)
  }`)
  const { page } = await openMaker(await startSite(t), browser)
  await closeCrop(page)
  await chooseFiles(page, await makeVideo(t, { seconds: 1, fps: 15 }))
  await shownSize(page, '15 frames')
})
