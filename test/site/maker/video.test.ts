import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type TestApp, startApp } from '../../support/app.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import {
  chooseFiles,
  chooseVideo,
  closeCrop,
  field,
  hasFocus,
  madeGif,
  makeGif,
  nextInQueue,
  openMaker,
  openPanels,
  tabTo,
  taskOf,
} from '../../support/browser/maker.ts'
import { isFullRun } from '../../support/full-run.ts'
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

test('by keys alone a clip of a video becomes a GIF, from the front page to its copied link', async (t) => {
  const app = await start(t)
  const browser = await openBrowser(t, { permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await browser.newPage()
  await page.goto(app.url)
  await tabTo(page, page.locator('a[href$="/create"]:focus'))
  await page.keyboard.press('Enter')
  await openPanels(page)
  await closeCrop(page)
  // To the button, which opens the system's dialog: choosing a file there is the only step that no key of a page does.
  const choice = page.waitForEvent('filechooser')
  await tabTo(page, page.getByLabel('Choose files'))
  await page.keyboard.press('Enter')
  await (await choice).setFiles(await makeVideo(t, { seconds: 8, width: 64, height: 36, fps: 10 }))
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
  assert.equal(await field(page, 'title').inputValue(), 'clip')

  const slider = (name: string) => page.getByRole('slider', { name, exact: true })
  const begin = slider('Start')
  const end = slider('End')
  assert.equal(await begin.getAttribute('aria-valuetext'), '0 seconds')
  assert.equal(await end.getAttribute('aria-valuetext'), '5 seconds')
  await tabTo(page, begin)
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  assert.equal(await field(page, 'start').inputValue(), '1')
  await tabTo(page, end)
  await page.keyboard.press('PageDown')
  assert.equal(await end.getAttribute('aria-valuenow'), '1.1', 'it stops at the start')
  await page.keyboard.press('End')
  assert.equal(await field(page, 'end').inputValue(), '8')
  for (const key of ['PageDown', 'Shift+ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
  assert.equal(await end.getAttribute('aria-valuetext'), '1.9 seconds')
  await tabTo(page, field(page, 'start'))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('0.9')
  await tabTo(page, field(page, 'title'))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('By keys')
  await tabTo(page, page.getByRole('button', { name: 'Make GIF' }))
  await page.keyboard.press('Enter')
  const { width, height, seconds } = await madeGif(app, page)
  assert.deepEqual([width, height, Math.round(seconds * 10) / 10], [64, 36, 1])
  await page.getByRole('heading', { name: 'By keys' }).waitFor()
  await tabTo(page, page.locator('[data-copy]:focus'))
  await page.keyboard.press('Enter')
  await page.getByText('Copied').first().waitFor()
  assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), new RegExp(`^${app.url}/\\w+$`))
})

test('frames of the video are drawn on the timeline, and dragging its handles cuts the clip', async (t) => {
  const app = await start(t, { WORKER_CONCURRENCY: '0', MAX_CLIP_SECONDS: '4' })
  const { page } = await openMaker(app, await openBrowser(t))
  await chooseFiles(page, await makeVideo(t, { seconds: 10, width: 64, height: 36, fps: 5 }))
  await page.waitForFunction(() => {
    const canvas = document.querySelector('[data-frames]')
    if (canvas === null || canvas.width < 100) return false
    const { data } = canvas.getContext('2d').getImageData(canvas.width - 20, canvas.height >> 1, 1, 1)
    return data[3] === 255
  })
  assert.equal(await field(page, 'end').inputValue(), '4', 'no longer than is allowed')
  const strip = await page.locator('[data-strip]').boundingBox()
  assert.ok(strip)
  const at = (seconds: number) => strip.x + (strip.width * seconds) / 10
  const drag = async (from: number, to: number) => {
    const y = strip.y + strip.height / 2
    await page.mouse.move(from, y)
    await page.mouse.down()
    await page.mouse.move((from + to) / 2, y)
    await page.mouse.move(to, y)
    await page.mouse.up()
  }
  const clip = async () => [
    Number(await field(page, 'start').inputValue()),
    Number(await field(page, 'end').inputValue()),
  ]
  const isNear = (given: number[], wanted: number[]) =>
    assert.ok(
      given.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 0.1),
      given.join(' '),
    )
  await drag(at(4) + 8, at(2))
  isNear(await clip(), [0, 2])
  await drag(at(1), at(6))
  isNear(await clip(), [5, 7])
  await drag(at(7) + 8, at(10))
  isNear(await clip(), [6, 10])
  assert.equal(await page.locator('[data-clip-limit][data-reached]').count(), 1)
  await field(page, 'start').fill('2')
  await page.keyboard.press('Tab')
  assert.deepEqual(await clip(), [2, 6])
  assert.equal(
    await page.getByRole('slider', { name: 'Start', exact: true }).getAttribute('aria-valuenow'),
    '2',
  )
  assert.deepEqual(await faultsOf(page), [])
})

test('an error is shown next to its field, which gets the focus, and nothing is lost', async (t) => {
  const app = await start(t, { WORKER_CONCURRENCY: '0' })
  const { page } = await openMaker(app, await openBrowser(t))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').getByText('Enter a link').waitFor()

  await chooseFiles(page, await makeVideo(t, { seconds: 3, width: 64, height: 48, fps: 5 }))
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.1)
  await field(page, 'tags').fill('x'.repeat(60))
  await makeGif(page)
  const said = page.getByRole('alert').getByText('is too long')
  await said.waitFor()
  assert.ok(await hasFocus(field(page, 'tags')))
  await field(page, 'tags').fill('one, Two, one')
  assert.equal(await said.count(), 0, 'the message above the form disappears when its field is corrected')
  assert.equal(await field(page, 'tags').getAttribute('aria-invalid'), null)
  assert.deepEqual(await page.locator('[data-tag-chips] li').allTextContents(), ['#one', '#two'])
  await field(page, 'title').fill('Kept')
  await field(page, 'loop').fill('1.5')
  await makeGif(page)
  assert.ok(await hasFocus(field(page, 'loop')))
  assert.equal(await field(page, 'loop').getAttribute('aria-invalid'), 'true')
  await field(page, 'loop').fill('')
  assert.equal(await field(page, 'loop').getAttribute('aria-invalid'), null)

  // Errors that only the service can detect come back the same way.
  await page.getByLabel('Category').evaluate((select: { innerHTML: string }) => {
    select.innerHTML = '<option value="999">Gone</option>'
  })
  await makeGif(page)
  await page.getByRole('alert').waitFor()
  assert.ok(await hasFocus(field(page, 'category')))
  assert.equal(await field(page, 'title').inputValue(), 'Kept')
  assert.equal(await field(page, 'tags').inputValue(), 'one, Two, one')
  assert.equal(new URL(page.url()).pathname, '/create')
  assert.equal(await page.evaluate(() => document.querySelector('video')?.readyState), 4)
  assert.deepEqual(await faultsOf(page), [])
})

test('sending can be canceled, and a lost connection loses nothing', async (t) => {
  const app = await start(t, { WORKER_CONCURRENCY: '0' })
  const { page } = await openMaker(app, await openBrowser(t))
  await chooseVideo(page, await makeVideo(t, { seconds: 1, width: 64, height: 48, fps: 5 }))
  let isHeld = true
  const held = Promise.withResolvers<void>()
  await page.route('**/create', async (route) => {
    if (isHeld) held.resolve()
    else await route.abort()
  })
  await makeGif(page)
  await held.promise
  await page.getByRole('heading', { name: 'Sending' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const make = page.getByRole('button', { name: 'Make GIF' })
  assert.ok(await hasFocus(make))
  isHeld = false
  await make.click()
  await page.getByRole('alert').getByText('Connection lost').waitFor()
  await page.unroute('**/create')
  await make.click()
  await nextInQueue(page).waitFor()
})

for (const way of isFullRun ? (['events', 'polling'] as const) : (['events'] as const)) {
  test(`a task is followed by ${way}, and found again after leaving and coming back`, async (t) => {
    const app = await start(t, { WORKER_CONCURRENCY: '0' })
    const browser = await openBrowser(t)
    const { page } = await openMaker(app, browser)
    if (way === 'polling') await page.route('**/events', (route) => route.abort())
    await chooseVideo(page, await makeVideo(t, { seconds: 1, width: 64, height: 48, fps: 5 }))
    await field(page, 'title').fill('Come back')
    await makeGif(page)
    await nextInQueue(page).waitFor()
    const task = taskOf(page)
    await page.goto(app.url)
    await page.goBack()
    await page.getByRole('heading', { name: 'Making your GIF' }).waitFor()
    assert.equal(taskOf(page), task)
    assert.deepEqual(await faultsOf(page), [])

    const maker = await browser.newPage()
    await maker.goto(`${app.url}/create`)
    await maker.getByRole('heading', { name: 'Your recent GIFs' }).waitFor()
    await maker.getByText('in the queue').waitFor()
    assert.deepEqual(await faultsOf(maker), [])
    await app.withStores(async ({ tasks }) => {
      const claim = await tasks.claims.claim('test', 60_000)
      assert.ok(claim)
      await tasks.claims.renewLease(claim, 60_000, { fraction: 0.5, step: 'rendering' })
      await page.getByRole('heading', { name: 'Making your GIF', level: 2 }).waitFor()
      await page.getByText('50 %').waitFor()
      await tasks.claims.fail(claim, { code: 'media_broken', message: 'The file could not be decoded.' })
    })
    await page.getByRole('heading', { name: 'The GIF could not be made' }).waitFor()
    await page.getByRole('link', { name: 'Change it and try again' }).click()
    await page.getByRole('alert').getByText('The file could not be decoded.').waitFor()
    assert.equal(await field(page, 'title').inputValue(), 'Come back')
    await maker.getByRole('button', { name: 'Remove “Come back” from the list' }).click()
    await maker.reload()
    assert.equal(await maker.getByText('Come back', { exact: true }).count(), 0)
  })
}
