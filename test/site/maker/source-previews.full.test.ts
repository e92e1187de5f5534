import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp } from '../../support/app.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { madeGif, makeGif, openMaker } from '../../support/browser/maker.ts'
import { ensureFixtures } from '../../support/media/fixtures.ts'
import { untilOnPage } from '../../support/until.ts'

test('pictures that the browser cannot show are converted, and damaged ones are reported', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1' })
  const { page } = await openMaker(app, await openBrowser(t))
  const pictures = join(await ensureFixtures(), 'pictures')
  const sent = ['picture.tiff', 'plain.png'].map(async (name) => ({
    name,
    mimeType: '',
    buffer: await readFile(join(pictures, name)),
  }))
  await page.locator('[data-choose]').setInputFiles([
    ...(await Promise.all(sent)),
    {
      name: 'broken.bmp',
      mimeType: 'image/bmp',
      buffer: Buffer.concat([
        Buffer.from('BM'),
        Buffer.alloc(12),
        Buffer.from([40, 0, 0, 0]),
        Buffer.alloc(40),
      ]),
    },
  ])
  await page.getByText('broken.bmp: The picture is damaged').waitFor()
  await untilOnPage(page, "document.querySelectorAll('[data-thumbs] > li').length === 2")
  await makeGif(page)
  await madeGif(app, page)
})
