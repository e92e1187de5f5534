import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../support/browser/browser.ts'
import { chooseVideo, makeGif } from '../../support/browser/maker.ts'
import { makeVideo } from '../../support/media/media.ts'
import { makeFolder } from '../../support/rendering/rendering.ts'
import { startSite } from '../../support/site.ts'

/** Drops the file at a path onto the middle of the page, as the system does. */
async function dropPath(page: Page, path: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data })
}

test('a file that has gone since it was chosen is named, and not reported as a lost connection', async (t) => {
  const site = await startSite(t)
  const page = await (await openBrowser(t)).newPage()
  await page.goto(`${site.url}/create`)
  const path = await makeVideo(t, { seconds: 1 })
  await chooseVideo(page, path)
  await rm(path)
  await makeGif(page)
  const sentence = 'clip.mp4 was moved, changed or deleted. Choose it again.'
  await page.getByRole('alert').getByText(sentence).waitFor()
})

test('a dropped folder leads to advice', async (t) => {
  const site = await startSite(t)
  const page = await (await openBrowser(t)).newPage()
  await page.goto(`${site.url}/create`)
  await page.locator('.maker--live').waitFor()
  const folder = join(await makeFolder(t), 'holiday')
  await mkdir(folder)
  await dropPath(page, folder)
  const sentence = 'holiday is a folder. Open it and choose the files in it.'
  await page.getByRole('alert').getByText(sentence).waitFor()
})

test('a link that is dragged as selected text is used as one', async (t) => {
  const site = await startSite(t)
  const page = await (await openBrowser(t)).newPage()
  await page.goto(`${site.url}/create`)
  await page.locator('.maker--live').waitFor()
  await page.evaluate(`{
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text/plain', ' https://frogs.test/jump.mp4 ')
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }`)
  await page.locator('[data-source-name]', { hasText: 'frogs.test' }).waitFor()
})
