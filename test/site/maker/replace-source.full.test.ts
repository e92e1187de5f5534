import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type TestContext, test } from 'node:test'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { bring, field, openMaker } from '../../support/browser/maker.ts'
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

test('pictures are added to pictures, and replacing them by a video asks first', async (t) => {
  const { page, frog, red } = await open(t)
  await bring(page, 'drop', [red, red])
  await page.getByText('2 pictures ·').waitFor()
  await bring(page, 'drop', [red])
  await page.getByText('3 pictures ·').waitFor()
  await bring(page, 'drop', [frog])
  await page.getByRole('button', { name: 'Keep the 3 pictures' }).click()
  await page.getByText('3 pictures ·').waitFor()
  await bring(page, 'paste', [frog])
  await page.getByRole('button', { name: 'Use frog.mp4' }).click()
  await page.getByText('frog.mp4 · 1 s').waitFor()
})

test('replacing an address by a file asks first, and text pasted into a field goes into the field', async (t) => {
  const { page, frog, source } = await open(t)
  await bring(page, 'paste', 'https://example.org/clip.mp4')
  await bring(page, 'drop', [frog])
  await page.getByRole('button', { name: 'Keep example.org' }).click()
  await bring(page, 'paste', 'https://other.example/clip.mp4')
  await page.getByRole('button', { name: 'Keep example.org' }).click()
  assert.equal(await field(page, 'url').inputValue(), 'https://example.org/clip.mp4')
  for (const name of ['url', 'title', 'tags']) {
    await bring(page, 'paste', 'https://other.example/clip.mp4', `[name="${name}"]`)
    assert.equal(await page.getByRole('button', { name: 'Keep example.org' }).isVisible(), false, name)
  }
  await field(page, 'url').fill('third.example/page')
  assert.equal(await source.textContent(), 'third.example')
})

test('an endless name leaves the question as narrow as a phone', async (t) => {
  const { page, video, frog } = await open(t)
  await page.setViewportSize({ width: 360, height: 740 })
  await bring(page, 'drop', [{ ...video, name: `${'long-'.repeat(30)}one.mp4` }])
  await page.getByText('· 1 s').waitFor()
  await bring(page, 'drop', [{ ...frog, name: `${'x'.repeat(200)}.mp4` }])
  await page.getByRole('button', { name: /^Keep long-.*one\.mp4$/ }).waitFor()
  const widest = `Math.max(...[...document.querySelectorAll('main *')]
    .filter((one) => one.closest('[data-replace]')).map((one) => one.getBoundingClientRect().right))`
  assert.ok((await page.evaluate<number>(widest)) <= 360)
  assert.deepEqual(await faultsOf(page), [])
})
