import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { clipOptions, defaultClipOptions } from '#src/options/clip-options.ts'
import { gifOptions } from '#src/options/gif-options.ts'
import { newGif, newTask, publishClaimed } from '../../contract/stores.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { watchLayoutShift } from '../../support/browser/layout-shift.ts'
import {
  chooseVideo,
  field,
  hasFocus,
  makeGif,
  openMaker,
  openPanels,
  sendForm,
  taskOf,
} from '../../support/browser/maker.ts'
import { pageOf } from '../../support/browser/page.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startSite } from '../../support/site.ts'
import { untilOnPage } from '../../support/until.ts'

/** The part of the browser that is used here. */
declare const document: {
  querySelector(name: 'video'): { playbackRate: number } | null
}

async function openVideo(t: TestContext, settings: Record<string, string> = {}, seconds = 6) {
  const site = await startSite(t, settings)
  const { page, calm } = await openMaker(site, await openBrowser(t, { reducedMotion: 'reduce' }))
  await chooseVideo(page, await makeVideo(t, { seconds, width: 64, height: 36, fps: 5 }))
  return { site, page, calm }
}

test('the options chosen for a video are sent, and all of them come back after a failure', async (t) => {
  const { site, page, calm } = await openVideo(t)
  await page.getByRole('radio', { name: 'Small' }).check()
  await page.getByLabel('Size limit', { exact: true }).selectOption('Other size …')
  assert.ok(await hasFocus(page.getByLabel('Custom size limit (MB)')))
  await page.keyboard.type('3.5')
  await page.getByRole('button', { name: '1½×' }).click()
  assert.equal(await page.getByRole('button', { name: '1½×' }).getAttribute('aria-pressed'), 'true')
  assert.equal(await page.evaluate(() => document.querySelector('video')?.playbackRate), 1.5)
  await page.getByLabel('Boomerang').check()
  await page.getByText('The preview only plays forward.').waitFor()
  await page.getByLabel('Find the best loop').check()
  assert.match((await page.locator('[data-clip-length]').textContent()) ?? '', /^6\.7 s, from 5 s of video$/)
  await page.getByLabel('Frames per second').fill('12.5')
  await page.getByLabel('GIF width').fill('320')
  await page.getByLabel('Loops').fill('3')
  assert.deepEqual(await faultsOf(page), [])
  const request = await sendForm(site, page)
  assert.ok(request.kind === 'video')
  assert.deepEqual(
    [request.gif, request.clip],
    [
      { preset: 'small', maxBytes: 3_500_000, loops: 3, reverse: false, boomerang: true },
      { ...defaultClipOptions, speed: 1.5, fps: 12.5, width: 320, autoLoop: true },
    ],
  )
  const again = await pageOf(`${site.url}/create?from=${taskOf(page)}`)
  const values = Object.fromEntries(
    again.elements('input').map(({ attribs }) => [attribs.name ?? '', attribs.value ?? '']),
  )
  assert.deepEqual(
    [values.speed, values.fps, values.clip_width, values.loop],
    [...['1.5', '12.5', '320', '3']],
  )
  const kept = [...again.elements('option'), ...again.elements('input')]
    .filter(({ attribs }) => ('selected' in attribs || 'checked' in attribs) && attribs.lang === undefined)
    .map(({ attribs }) => attribs.value)
  // Apart from the page's language: its category, its rating, that it is edited and not kept, and three boxes, one of
  // which is how pictures would fit.
  assert.deepEqual(kept, ['3500000', '24', 'unrated', 'video', '0', '1', '1', '1', 'small'])
  calm()
})

test('a value out of range is reported at its field, wherever that is, before anything is sent', async (t) => {
  const { page } = await openVideo(t, { MAX_CLIP_SECONDS: '6', MAX_FPS: '20', MAX_WIDTH: '400' })
  await page.route('**/create', () => assert.fail('nothing is sent'))
  const isAtFault = (name: string) =>
    page.locator(name).evaluate((input) => input.matches(':focus[aria-invalid="true"]'))
  const tell = async (name: string, text: string, words: RegExp, mended: string) => {
    await openPanels(page)
    await page.locator(name).fill(text)
    // Closed again, it opens for the error in it.
    await page.evaluate("document.querySelectorAll('[data-panel]').forEach((panel) => (panel.open = false))")
    await makeGif(page)
    await page.getByRole('alert').getByText(words).waitFor()
    assert.ok(await isAtFault(name), name)
    const said = await page.locator(name).getAttribute('aria-describedby')
    assert.match((await page.locator(`#${said?.split(' ').at(-1)}`).textContent()) ?? '', words)
    await page.locator(name).fill(mended)
    assert.equal(await page.getByRole('alert').count(), 0)
  }
  await tell(
    '[name="speed"]',
    '9',
    new RegExp(`from ${clipOptions.speed.min} to ${clipOptions.speed.max}`),
    '1',
  )
  await tell(
    '[name="speed"]',
    '0.5',
    /At this speed the GIF would be 10 seconds long, and it may be at most 6; choose a speed of at least 0.84/,
    '1',
  )
  await tell('[name="fps"]', '21', new RegExp(`number from ${clipOptions.fps.min} to 20`), '')
  await tell('[name="clip_width"]', '401', /whole number from 16 to 400/, '')
  await tell('[name="loop"]', '1.5', new RegExp(`whole number from 0 to ${gifOptions.loops.max}`), '')
  await openPanels(page)
  await page.getByLabel('Size limit', { exact: true }).selectOption({ label: 'Other size …' })
  const [least, most] = [gifOptions.maxBytes.min / 1e6, gifOptions.maxBytes.max / 1e6]
  await tell('#own-size', '', new RegExp(`from ${least} to ${most} MB`), '1')
  await openPanels(page)
  await page.getByLabel('Boomerang').check()
  await page.getByText('At this speed, use 3 s or less.').waitFor()
  await makeGif(page)
  await page.getByRole('alert').getByText('With boomerang the GIF would be 10 seconds long').waitFor()
  assert.ok(await isAtFault('[name="boomerang"]'))
  assert.deepEqual(await faultsOf(page), [])
  await field(page, 'end').fill('3')
  await page.keyboard.press('Tab')
  assert.equal(await page.locator('[data-clip-note]').textContent(), '')
  assert.equal(await page.locator('[data-clip-length]').textContent(), '6 s, from 3 s of video')
})

test('without script every one of them is a plain field, with its error next to it', async (t) => {
  const site = await startSite(t)
  const page = await (await openBrowser(t, { javaScriptEnabled: false })).newPage()
  await page.goto(`${site.url}/create`)
  await page.getByText('A link', { exact: true }).click()
  await page.getByLabel('Video link').fill('https://example.org/a.mp4')
  await page.getByLabel('Category').selectOption({ label: 'Animals' })
  await page.getByLabel('Part of the picture to keep').fill('0,40,320')
  await page.getByRole('radio', { name: 'Best' }).check()
  await page.getByLabel('Reverse').check()
  await page.getByLabel('Speed', { exact: true }).fill('0.75')
  await makeGif(page)
  await page.locator('#field-crop-error').getByText('Crop must be left, top, width and height').waitFor()
  assert.equal(await page.getByRole('button', { name: '2×' }).isVisible(), false)
  const crop = page.getByLabel('Part of the picture to keep')
  assert.equal(await crop.inputValue(), '0,40,320')
  await crop.fill('0,40,320,180')
  const request = await sendForm(site, page)
  assert.ok(request.kind === 'url')
  assert.deepEqual(
    [request.gif.preset, request.gif.reverse, request.clip.speed, request.clip.crop],
    [...['best', true, 0.75], { x: 0, y: 40, width: 320, height: 180 }],
  )
})

test('nothing moves while the maker loads, though its plain form is longer', async (t) => {
  const site = await startSite(t)
  const browser = await openBrowser(t)
  for (const [width, height] of [
    [390, 760],
    [1280, 800],
  ] as const) {
    const page = await browser.newPage()
    await page.setViewportSize({ width, height })
    const shift = await watchLayoutShift(page)
    const painted = Promise.withResolvers<void>()
    await page.route('**/create.js', async (route) => painted.promise.then(() => route.continue()))
    await page.goto(`${site.url}/create`, { waitUntil: 'commit' })
    await untilOnPage(page, `performance.getEntriesByName('first-contentful-paint').length === 1`)
    painted.resolve()
    await page.locator('.maker--live').waitFor()
    assert.equal(await shift(), 0, String(width))
    await page.close()
  }
})

test('after a search for the loop, the page of the finished GIF names the chosen part', async (t) => {
  const site = await startSite(t)
  const publish = async (loop: { startSeconds: number; endSeconds: number } | null) => {
    const task = newTask()
    await site.withStores(async ({ tasks, unitOfWork }) => {
      await tasks.submissions.add(task, 100)
      const claim = await tasks.claims.claim('test', 60_000)
      assert.ok(claim)
      await publishClaimed({ unitOfWork }, claim, newGif(), loop)
    })
    return pageOf(`${site.url}/create/${task.id}`)
  }
  assert.match(
    (await publish({ startSeconds: 2.4, endSeconds: 64.05 })).text('main'),
    /Loop found: 2\.4 s to 1:04\.1 of the video\./,
  )
  assert.doesNotMatch((await publish(null)).text('main'), /Loop found/)
})
