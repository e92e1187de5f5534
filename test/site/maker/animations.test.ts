import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp } from '../../support/app.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { bring, clipOf, madeGif, makeGif, openMaker } from '../../support/browser/maker.ts'
import { isFullRun } from '../../support/full-run.ts'
import { type AnimationType, makeAnimation } from '../../support/media/animations.ts'
import { makeFolder } from '../../support/rendering/rendering.ts'

const delaysMs = Array.from({ length: 10 }, () => 700)

const types: AnimationType[] = isFullRun ? ['webp', 'gif', 'apng', 'avif'] : ['webp']
for (const type of types) {
  test(`a dropped animated ${type} becomes a GIF of all of it, with a preview`, async (t) => {
    const app = await startApp(t, { WORKER_CONCURRENCY: '1' })
    const { page, calm } = await openMaker(app, await openBrowser(t))
    const path = await makeAnimation(await makeFolder(t), type, { delaysMs })
    await bring(page, 'drop', [{ name: `wave.${type}`, buffer: await readFile(path) }])
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
    await makeGif(page)
    const { seconds, width, frames } = await madeGif(app, page)
    assert.deepEqual([Math.round(seconds * 10) / 10, width, frames], [7, 64, Number(said.frames)])
    const bytes = Number(said.size) * (said.unit === 'KB' ? 1000 : 1)
    const share = bytes / (await stat(join(app.folder, 'made.gif'))).size
    assert.ok(Math.abs(share - 1) < 0.05, `${said.size} ${said.unit}: ${share.toFixed(3)} of the GIF`)
    calm()
  })
}
