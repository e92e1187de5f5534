import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type TestApp, startApp } from '../../support/app.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { chooseFiles, field, hasFocus, madeGif, makeGif, openMaker } from '../../support/browser/maker.ts'
import { ensureFixtures } from '../../support/media/fixtures.ts'
import { makeVideo } from '../../support/media/media.ts'

/** The part of the browser that is used here. */
declare const document: {
  querySelector(name: 'video'): { currentTime: number; paused: boolean; readyState: number } | null
  querySelector(name: '[data-frames]'): {
    width: number
    height: number
    getContext(kind: '2d'): { getImageData(...area: number[]): { data: Uint8Array } }
  } | null
}

async function start(t: TestContext, settings: Record<string, string> = {}): Promise<TestApp> {
  return startApp(t, { WORKER_CONCURRENCY: '1', ...settings })
}

test('a part of a long video is chosen first, and then the clip within it', async (t) => {
  const app = await start(t, { WORKER_CONCURRENCY: '0' })
  const { page } = await openMaker(app, await openBrowser(t))
  await chooseFiles(page, await makeVideo(t, { seconds: 100, width: 64, height: 36, fps: 5 }))
  const part = page.getByRole('slider', { name: 'Part of the video to choose from' })
  await part.waitFor()
  assert.equal(await part.getAttribute('aria-valuetext'), '0 seconds to 30 seconds')
  await part.press('PageUp')
  assert.equal(await part.getAttribute('aria-valuetext'), '50 seconds to 1 minute 20 seconds')
  assert.equal(await field(page, 'start').inputValue(), '50')
  await field(page, 'end').fill('99')
  await page.keyboard.press('Tab')
  assert.equal(await part.getAttribute('aria-valuemax'), '100')
  assert.equal(
    await page.getByRole('slider', { name: 'End', exact: true }).getAttribute('aria-valuenow'),
    '99',
  )
  assert.deepEqual(await faultsOf(page), [])
})

test('a video that the browser cannot play is still sent, cut by its numbers', async (t) => {
  const app = await start(t)
  const { page } = await openMaker(app, await openBrowser(t))
  await chooseFiles(page, join(await ensureFixtures(), 'numbered-25.avi'))
  await page.getByText('No preview in this browser').waitFor()
  assert.equal(await page.getByRole('slider', { name: 'Start', exact: true }).count(), 0)
  await field(page, 'start').fill('0.2')
  await field(page, 'end').fill('0.6')
  await makeGif(page)
  const { seconds } = await madeGif(app, page)
  assert.equal(Math.round(seconds * 10) / 10, 0.4)
})

test('a recording whose header has no length has its timeline too', async (t) => {
  const app = await start(t, { WORKER_CONCURRENCY: '0' })
  const { page } = await openMaker(app, await openBrowser(t))
  await chooseFiles(page, join(await ensureFixtures(), 'numbered-live.webm'))
  const end = page.getByRole('slider', { name: 'End', exact: true })
  await end.waitFor()
  assert.ok(Number(await end.getAttribute('aria-valuemax')) < 30)
})

test('with reduced motion, the video stays paused until played', async (t) => {
  const app = await start(t, { WORKER_CONCURRENCY: '0' })
  const { page } = await openMaker(app, await openBrowser(t, { reducedMotion: 'reduce' }))
  await chooseFiles(page, await makeVideo(t, { seconds: 3 }))
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  assert.equal(await page.evaluate(() => document.querySelector('video')?.paused), true)
  // Once the GIF is ready, it plays instead.
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.locator('img.preview__gif').waitFor()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.locator('img.preview__gif').waitFor({ state: 'hidden' })
  assert.equal(await page.evaluate(() => document.querySelector('video')?.paused), true)
})

test('the cause of a failed task is shown in the form, which still has its file', async (t) => {
  const app = await start(t)
  const { page } = await openMaker(app, await openBrowser(t))
  await chooseFiles(page, join(await ensureFixtures(), 'numbered-25.avi'))
  await page.getByText('No preview in this browser').waitFor()
  await field(page, 'start').fill('70')
  await page.keyboard.press('Tab')
  await makeGif(page)
  await page.getByText('the start must be before that').first().waitFor()
  assert.ok(await hasFocus(field(page, 'start')))
  await field(page, 'start').fill('0')
  await field(page, 'end').fill('0.5')
  await makeGif(page)
  await madeGif(app, page)
})
