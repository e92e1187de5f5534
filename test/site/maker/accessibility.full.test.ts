import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newGif, newTask, publishClaimed } from '../../contract/stores.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { chooseFiles, makeGif, nextInQueue, openMaker, taskOf } from '../../support/browser/maker.ts'
import { flatPictures } from '../../support/media/flat-picture.ts'
import { makeVideo } from '../../support/media/media.ts'
import { type TestSite, startSite } from '../../support/site.ts'

/** The controls that are too small for a finger, and whether the page is wider than the screen. */
const tooSmallOrWide = `[
  ...[...document.querySelectorAll('main :is(button, input, select, summary, [role="slider"], .button)')]
    .filter((one) => one.getClientRects().length > 0 && !one.matches('.visually-hidden') && !one.closest('[inert]'))
    .filter((one) => one.getBoundingClientRect().width < 24 || one.getBoundingClientRect().height < 24)
    .map((one) => one.outerHTML),
  ...(document.documentElement.scrollWidth > innerWidth ? ['wider than ' + innerWidth] : []),
]`

/** Checks the current state of the page: both themes with axe, and at the width of a phone. */
async function lookAt(page: Page, state: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    assert.deepEqual(await faultsOf(page), [], `${state} ${colorScheme}`)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  assert.deepEqual(await page.evaluate(tooSmallOrWide), [], state)
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function open(t: TestContext): Promise<{ site: TestSite; page: Page }> {
  const site = await startSite(t)
  const { page } = await openMaker(site, await openBrowser(t, { reducedMotion: 'reduce' }))
  return { site, page }
}

test('axe finds no faults in the maker with any source, and a phone shows all of it', async (t) => {
  const { page } = await open(t)
  const choose = page.getByLabel('Choose files')
  const make = page.getByRole('button', { name: 'Make GIF' })
  await lookAt(page, 'empty')
  await page.getByRole('button', { name: 'Continue' }).click()
  await lookAt(page, 'nothing chosen')
  await choose.setInputFiles(await makeVideo(t, { seconds: 70, fps: 5 }))
  await page.getByRole('slider', { name: 'Start', exact: true }).waitFor()
  await page.getByLabel('Tags', { exact: true }).fill(`one, a somewhat longer tag, ${'x'.repeat(60)}`)
  await make.click()
  await lookAt(page, 'video with an error')
  await page.getByRole('button', { name: 'Start over' }).click()
  await choose.setInputFiles(await flatPictures('red', 'lime', 'blue', 'yellow', 'navy'))
  await page.getByText('5 pictures').waitFor()
  await lookAt(page, 'pictures')
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByLabel('Video link').fill('example.org/a-page')
  await page.getByRole('button', { name: 'Continue' }).click()
  await lookAt(page, 'address')
})

test('axe finds no faults while a GIF is sent, waits, is made, is ready or has failed', async (t) => {
  const { site, page } = await open(t)
  const { mediaId } = await site.addWithFiles()
  const held = Promise.withResolvers<void>()
  await page.route('**/create', async (route) => {
    await held.promise
    await route.continue()
  })
  await chooseFiles(page, await flatPictures('red', 'lime'))
  await page.getByText('2 pictures').waitFor()
  await makeGif(page)
  await page.getByRole('button', { name: 'Cancel' }).waitFor()
  await lookAt(page, 'sending')
  held.resolve()
  await nextInQueue(page).waitFor()
  await lookAt(page, 'in the queue')
  const task = taskOf(page)
  await page.reload()
  await lookAt(page, 'the page of a task that waits')
  await site.withStores(async ({ tasks, unitOfWork }) => {
    const claim = await tasks.claims.claim('test', 60_000)
    assert.ok(claim?.id === task)
    await publishClaimed({ unitOfWork }, claim, newGif({ mediaId, title: 'Ready now' }))
  })
  await page.getByText('Your GIF is ready').waitFor()
  await lookAt(page, 'done')
  await page.goto(`${site.url}/create`)
  await page.getByText('ready', { exact: true }).waitFor()
  await lookAt(page, 'recent')
  await site.withStores(async ({ tasks }) => {
    const failed = newTask()
    await tasks.submissions.add(failed, 100)
    const claim = await tasks.claims.claim('test', 60_000)
    assert.ok(claim)
    await tasks.claims.fail(claim, { code: 'media_broken', message: 'The file could not be decoded.' })
    await page.goto(`${site.url}/create/${failed.id}`)
  })
  await page.getByRole('heading', { name: 'The GIF could not be made' }).waitFor()
  await lookAt(page, 'failed')
})
