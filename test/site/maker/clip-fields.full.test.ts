import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import {
  chooseVideo,
  clipOf,
  field,
  hasFocus,
  makeGif,
  openMaker,
  type,
} from '../../support/browser/maker.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startSite } from '../../support/site.ts'

async function typed(page: Page, name: string, text: string): Promise<string[]> {
  await type(page, name, text)
  return clipOf(page)
}

async function open(t: TestContext, seconds: number): Promise<Page> {
  const site = await startSite(t)
  const { page } = await openMaker(site, await openBrowser(t, { reducedMotion: 'reduce' }))
  const video = await makeVideo(t, { seconds, width: 64, height: 36, fps: 5 })
  await chooseVideo(page, video)
  return page
}

test('typed numbers stay as typed, and the numbers adjusted for them are reported', async (t) => {
  const page = await open(t, 180)
  const note = page.locator('[data-clip-note]')
  assert.deepEqual(await typed(page, 'end', '150'), ['90', '150'])
  assert.equal(await note.textContent(), 'Start moved to 90 s: a clip can be up to 60 s long.')
  assert.deepEqual(await typed(page, 'start', '170'), ['170', '180'])
  assert.equal(await note.textContent(), 'End moved to 180 s.')
  assert.deepEqual(await typed(page, 'start', '1:05'), ['65', '125'])
  assert.deepEqual(await typed(page, 'start', '1,5'), ['1.5', '61.5'])
  assert.deepEqual(await typed(page, 'start', '0:02.5'), ['2.5', '61.5'])
  assert.equal(await note.textContent(), '')
  for (const nothing of ['', 'abc', '-3'])
    assert.deepEqual(await typed(page, 'end', nothing), ['2.5', '61.5'])
  assert.deepEqual(await typed(page, 'end', '3:00'), ['120', '180'])
  const end = page.getByRole('slider', { name: 'End', exact: true })
  assert.equal(await end.getAttribute('aria-valuenow'), '180')
  await page.getByRole('slider', { name: 'Start', exact: true }).press('ArrowRight')
  assert.deepEqual(await clipOf(page), ['120.1', '180'])
  assert.equal(await note.textContent(), '', 'a clip moved since then needs no note')
})

test('an end that is not after the start is reported at its field, stays there, and is not sent', async (t) => {
  const page = await open(t, 20)
  let sent = 0
  await page.route('**/create', (route) => {
    sent += 1
    return route.abort()
  })
  await type(page, 'start', '4')
  assert.deepEqual(await typed(page, 'end', '4'), ['4', '4'])
  const end = field(page, 'end')
  assert.equal(await end.getAttribute('aria-invalid'), 'true')
  await page.locator('#field-end-error').getByText('The end must be after the start.').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await makeGif(page)
  assert.ok(await hasFocus(end))
  assert.equal(await page.locator('#field-end-error').count(), 1)
  assert.equal(sent, 0)
  assert.deepEqual(
    await typed(page, 'start', '3'),
    ['3', '4'],
    'it becomes valid by changing the other number',
  )
  assert.equal(await end.getAttribute('aria-invalid'), null)

  assert.deepEqual(await typed(page, 'start', '25'), ['25', '4'])
  await makeGif(page)
  assert.ok(await hasFocus(field(page, 'start')))
  await page.getByText('The video ends at 20 s. Choose an earlier start.').waitFor()
  assert.equal(sent, 0)
  await page.getByRole('slider', { name: 'Start', exact: true }).press('ArrowLeft')
  assert.deepEqual(await clipOf(page), ['2.9', '4'])
  assert.equal(await page.locator('.clip .field__error').count(), 0)
})
