import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { startApp } from '../../support/app.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { bring, chooseFiles, clipOf, madeGif, makeGif, openMaker } from '../../support/browser/maker.ts'
import { makeAnimation } from '../../support/media/animations.ts'
import { ensureFixtures } from '../../support/media/fixtures.ts'
import { flatPicture } from '../../support/media/flat-picture.ts'
import { makeFolder } from '../../support/rendering/rendering.ts'

const delaysMs = Array.from({ length: 10 }, () => 700)

test('an animation longer than a GIF may be is cut to the limit, and the page reports it', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', MAX_CLIP_SECONDS: '4' })
  const { page } = await openMaker(app, await openBrowser(t))
  const path = await makeAnimation(await makeFolder(t), 'webp', { delaysMs })
  await chooseFiles(page, path)
  await page.getByText('This animation lasts 7 s. The first 4 s are selected.').waitFor()
  assert.deepEqual(await clipOf(page), ['0', '4'])
})

test('still pictures stay pictures, and so do animations among them', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const { page } = await openMaker(app, await openBrowser(t))
  const folder = await makeFolder(t)
  const still = join(folder, 'still.webp')
  await sharp((await flatPicture('red')).buffer).toFile(still)
  await chooseFiles(page, still)
  await page.locator('form[data-source="pictures"]').waitFor()
  await page.getByRole('button', { name: 'Start over' }).click()
  const animations = await Promise.all(
    (['webp', 'gif', 'apng'] as const).map((type) => makeAnimation(folder, type, { delaysMs })),
  )
  await chooseFiles(page, [still, ...animations])
  await page.locator('form[data-source="pictures"]').waitFor()
})

for (const name of ['numbered-30.flv', 'numbered-30.wmv']) {
  test(`${name}, which no browser plays, is still converted`, async (t) => {
    const app = await startApp(t, { WORKER_CONCURRENCY: '1' })
    const { page } = await openMaker(app, await openBrowser(t))
    const buffer = await readFile(join(await ensureFixtures(), name))
    await bring(page, 'drop', [{ name, buffer }])
    await page.getByText('No preview in this browser, but we can still convert it.').waitFor()
    await page.locator('[name="start"]').fill('0.5')
    await page.locator('[name="end"]').fill('1.5')
    await makeGif(page)
    const { seconds, width } = await madeGif(app, page)
    assert.deepEqual([Math.round(seconds * 10) / 10, width], [1, 144])
  })
}
