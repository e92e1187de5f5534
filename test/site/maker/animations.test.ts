import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { type AnimationType, makeAnimation } from '../../support/media/animations.ts'
import { startApp } from '../../support/app.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { ensureFixtures } from '../../support/media/fixtures.ts'
import { madeGif, openMaker } from '../../support/browser/maker.ts'
import { makeFolder } from '../../support/rendering/rendering.ts'

const delaysMs = Array.from({ length: 10 }, () => 700)

async function clipOf(page: Page): Promise<string[]> {
  return Promise.all(['start', 'end'].map((name) => page.locator(`[name="${name}"]`).inputValue()))
}

/** Drops a file anywhere on the page. */
async function drop(page: Page, path: string, name: string): Promise<void> {
  const bytes = (await readFile(path)).toString('base64')
  const dataTransfer = await page.evaluateHandle(
    `(() => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(${JSON.stringify(bytes)}), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], ${JSON.stringify(name)}))
      return transfer
    })()`,
  )
  await page.dispatchEvent('form', 'drop', { dataTransfer })
}

const types: AnimationType[] = ['webp', 'gif', 'apng', 'avif']
for (const type of types) {
  test(`an animated ${type} that is dropped becomes a GIF of the whole of it, with a preview`, async (t) => {
    const app = await startApp(t, { WORKER_CONCURRENCY: '1' })
    const { page, calm } = await openMaker(app, await openBrowser(t))
    await drop(page, await makeAnimation(await makeFolder(t), type, { delaysMs }), `wave.${type}`)
    // Chromium plays an AVIF as a video, with its timeline.
    if (type === 'avif') await page.getByRole('slider', { name: 'End', exact: true }).waitFor()
    else await page.getByText('This animation lasts 7 s.').waitFor()
    assert.deepEqual(await clipOf(page), ['0', '7'])
    assert.equal(await page.getByText('No preview in this browser').isVisible(), false)
    assert.ok(await page.locator(type === 'avif' ? 'video' : 'img.player__video').isVisible())
    await page.locator('[data-preview][data-state="whole"]').waitFor()
    const said = /^(?<size>[\d.]+)\s(?<unit>[KM]?B)\s·\s64\s×\s48\s·\s(?<frames>\d+) frames$/.exec(
      (await page.locator('[data-size]').textContent()) ?? '',
    )?.groups
    assert.ok(said)
    await page.getByLabel('Title').fill('A wave')
    await page.getByRole('button', { name: 'Make GIF' }).click()
    const { seconds, width, frames } = await madeGif(app, page)
    assert.deepEqual([Math.round(seconds * 10) / 10, width, frames], [7, 64, Number(said.frames)])
    const bytes = Number(said.size) * (said.unit === 'KB' ? 1000 : 1)
    const share = bytes / (await stat(join(app.folder, 'made.gif'))).size
    assert.ok(Math.abs(share - 1) < 0.05, `${said.size} ${said.unit}: ${share.toFixed(3)} of the GIF`)
    calm()
  })
}

test('an animation that is longer than a GIF may be is cut to that, and the page says so', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', MAX_CLIP_SECONDS: '4' })
  const { page } = await openMaker(app, await openBrowser(t))
  const path = await makeAnimation(await makeFolder(t), 'webp', { delaysMs })
  await page.getByLabel('Choose files').setInputFiles(path)
  await page.getByText('This animation lasts 7 s. The first 4 s are selected.').waitFor()
  assert.deepEqual(await clipOf(page), ['0', '4'])
})

test('still pictures stay pictures, and so do animations among them', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const { page } = await openMaker(app, await openBrowser(t))
  const folder = await makeFolder(t)
  const still = join(folder, 'still.webp')
  await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
    .webp()
    .toFile(still)
  await page.getByLabel('Choose files').setInputFiles(still)
  await page.locator('form[data-source="pictures"]').waitFor()
  await page.getByRole('button', { name: 'Start over' }).click()
  const animations = await Promise.all(
    (['webp', 'gif', 'apng'] as const).map((type) => makeAnimation(folder, type, { delaysMs })),
  )
  await page.getByLabel('Choose files').setInputFiles([still, ...animations])
  await page.locator('form[data-source="pictures"]').waitFor()
})

for (const name of ['numbered-30.flv', 'numbered-30.wmv']) {
  test(`${name}, which no browser plays, is converted all the same`, async (t) => {
    const app = await startApp(t, { WORKER_CONCURRENCY: '1' })
    const { page } = await openMaker(app, await openBrowser(t))
    await drop(page, join(await ensureFixtures(), name), name)
    await page.getByText('No preview in this browser, but we can still convert it.').waitFor()
    await page.locator('[name="start"]').fill('0.5')
    await page.locator('[name="end"]').fill('1.5')
    await page.getByRole('button', { name: 'Make GIF' }).click()
    const { seconds, width } = await madeGif(app, page)
    assert.deepEqual([Math.round(seconds * 10) / 10, width], [1, 144])
  })
}
