import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type TestContext, test } from 'node:test'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { bring, field, hasFocus, openMaker } from '../../support/browser/maker.ts'
import { flatPicture } from '../../support/media/flat-picture.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startSite } from '../../support/site.ts'

async function open(t: TestContext) {
  const { page, calm } = await openMaker(await startSite(t), await openBrowser(t))
  const path = await makeVideo(t, { seconds: 1 })
  const buffer = await readFile(path)
  const red = await flatPicture('red')
  const source = page.locator('[data-source-name]')
  return {
    page,
    calm,
    video: { name: basename(path), buffer },
    frog: { name: 'frog.mp4', buffer },
    red,
    source,
  }
}

test('a chosen video is never replaced without confirmation', async (t) => {
  const { page, calm, video, frog, red, source } = await open(t)
  await bring(page, 'drop', [video])
  await page.getByText('clip.mp4 · 1 s').waitFor()

  await bring(page, 'drop', [frog])
  await page.getByText('A GIF has one source. Replace clip.mp4 with frog.mp4?').waitFor()
  assert.match((await source.textContent()) ?? '', /^clip\.mp4/)
  assert.deepEqual(await faultsOf(page), [])
  const keep = page.getByRole('button', { name: 'Keep clip.mp4' })
  assert.ok(await hasFocus(keep), 'the focused key changes nothing')
  await keep.click()
  assert.equal(await keep.isVisible(), false)
  assert.match((await source.textContent()) ?? '', /^clip\.mp4/)

  await bring(page, 'paste', [red])
  await page.getByRole('button', { name: 'Use the picture' }).waitFor()
  await page.keyboard.press('Escape')
  await bring(page, 'paste', 'https://example.org/clip.mp4')
  await page.getByRole('button', { name: 'Use example.org' }).waitFor()
  await bring(page, 'drop', [frog])
  await page.getByRole('button', { name: 'Use frog.mp4' }).click()
  await page.getByText('frog.mp4 · 1 s').waitFor()
  assert.equal(await field(page, 'title').inputValue(), 'frog')
  calm()
})
