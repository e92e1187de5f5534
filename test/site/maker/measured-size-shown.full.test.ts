import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { formatBytes } from '#src/site/messages/en/format.ts'
import { type TestApp, startApp } from '../../support/app.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { closeCrop, madeGif, makeGif, openMaker } from '../../support/browser/maker.ts'
import { untilOnPage } from '../../support/until.ts'

const run = promisify(execFile)

const real = fileURLToPath(new URL('../../../../shared/media/frog.mp4', import.meta.url))

/** A typical camera clip: from the folder of real clips, or, if that is missing, a drawing with noise. */
const source = existsSync(real)
  ? ['-ss', '1', '-t', '2', '-i', real]
  : ['-f', 'lavfi', '-i', 'mandelbrot=size=720x480:rate=30,noise=alls=14:allf=t,trim=duration=2']

const codecs = {
  hevc: ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-tag:v', 'hvc1'],
  avi: ['-c:v', 'mpeg4', '-q:v', '4'],
}

async function writeClip(app: TestApp, codec: keyof typeof codecs): Promise<string> {
  const path = join(app.folder, codec === 'avi' ? 'clip.avi' : 'clip.mp4')
  await run('ffmpeg', ['-v', 'error', ...source, '-an', ...codecs[codec], '-pix_fmt', 'yuv420p', path])
  return path
}

/** The maker with a clip of a codec that the browser does not play, shown by the server's copy. */
async function openClip(t: TestContext, codec: keyof typeof codecs) {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1' })
  const { page } = await openMaker(app, await openBrowser(t))
  await page.locator('[data-choose]').setInputFiles(await writeClip(app, codec))
  await untilOnPage(page, "document.querySelector('[data-video]').videoWidth > 0")
  await closeCrop(page)
  return { app, page }
}

/** The size note, once the size is known. */
async function knownSize(page: Page, rest: string): Promise<string> {
  const size = page.locator('[data-size]:not([data-waiting])', { hasText: rest })
  await size.filter({ hasNotText: 'About' }).waitFor({ timeout: 60_000 })
  return (await size.textContent()) ?? ''
}

/** The size in bytes of the GIF made by “Make GIF”. */
async function madeBytes(
  app: TestApp,
  page: Page,
): Promise<{ bytes: number; width: number; frames: number }> {
  await makeGif(page)
  const { width, frames } = await madeGif(app, page)
  const address = await page.getByRole('link', { name: /^GIF \d/ }).getAttribute('href')
  const file = await fetch(address ?? '')
  return { bytes: (await file.arrayBuffer()).byteLength, width, frames }
}

for (const codec of ['hevc', 'avi'] as const) {
  test(`the announced size of a clip in ${codec.toUpperCase()} is that of the finished GIF`, async (t) => {
    const { app, page } = await openClip(t, codec)
    const size = page.locator('[data-size]')
    await size.filter({ hasText: /^About [\d.]+ [KM]B/ }).waitFor()
    await knownSize(page, ' · 30 frames')
    // Changing an option measures it again.
    await page.getByLabel('GIF width').fill('320')
    await page.getByRole('radio', { name: 'Small' }).check()
    await size.filter({ hasText: 'About' }).waitFor()
    const said = await knownSize(page, ' · 30 frames')
    const made = await madeBytes(app, page)
    assert.equal(made.width, 320)
    assert.equal(said.split(' · ')[0], formatBytes(made.bytes))
  })
}

test('under a size limit the maker announces the server’s result, not that of its own copy', async (t) => {
  const { app, page } = await openClip(t, 'avi')
  await knownSize(page, ' · 30 frames')
  await page.getByLabel('Size limit', { exact: true }).selectOption({ label: 'Other size …' })
  await page.locator('#own-size').fill('0.4')
  await page.locator('#own-size').press('Tab')
  const size = page.locator('[data-size]')
  await size.filter({ hasText: 'About' }).waitFor()
  const said = await knownSize(page, 'frame')
  const note = await page.locator('[data-size-note]').textContent()
  const made = await madeBytes(app, page)
  assert.ok(made.bytes <= 400_000)
  const [bytes = '', sides = '', frames = ''] = said.split(' · ')
  assert.equal(bytes, formatBytes(made.bytes))
  assert.match(sides, new RegExp(`^${made.width}\\s`))
  assert.match(frames, new RegExp(`^${made.frames} `))
  assert.match(note ?? '', new RegExp(`^Made ${made.width} px wide`))
})

test('a busy service is asked again after the next change', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1' })
  const { page } = await openMaker(app, await openBrowser(t))
  await page.route('**/size', (route) => route.fulfill({ status: 503 }), { times: 1 })
  const asked = page.waitForResponse((response) => response.url().endsWith('/size'))
  await page.locator('[data-choose]').setInputFiles(await writeClip(app, 'avi'))
  await closeCrop(page)
  assert.equal((await asked).status(), 503)
  await page.getByLabel('GIF width').fill('320')
  assert.match(await knownSize(page, ' · 30 frames'), /320/)
})

test('without a measurement, the estimate stays', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1', MEASURE_SIZES: 'off' })
  const { page } = await openMaker(app, await openBrowser(t))
  const asked = page.waitForResponse((response) => response.url().endsWith('/size'))
  await page.locator('[data-choose]').setInputFiles(await writeClip(app, 'avi'))
  await closeCrop(page)
  assert.equal((await asked).status(), 404)
  const size = page.locator('[data-size]:not([data-waiting])', { hasText: 'frames' })
  assert.match((await size.textContent()) ?? '', /^About /)
  await page.getByLabel('GIF width').fill('320')
  await size.filter({ hasText: /320\s×/ }).waitFor()
  assert.match((await size.textContent()) ?? '', /^About /)
})
