import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { openBrowser } from '../../support/browser/browser.ts'
import { bring } from '../../support/browser/maker.ts'
import { makeVideo } from '../../support/media/media.ts'
import { type TestSite, startSite } from '../../support/site.ts'

test('content dropped or pasted on the front page opens the maker with it, and stays in the browser', async (t) => {
  const site = await startSite(t)
  await site.add({ title: 'A frog' })
  const before = await tasksOf(site)
  const page = await (await openBrowser(t)).newPage()
  const buffer = await readFile(await makeVideo(t, { seconds: 1, width: 64, height: 48 }))
  const name = page.locator('[data-source-name]')
  const link = 'https://video.example/frog.mp4'
  for (const type of ['drop', 'paste'] as const) {
    await page.goto(site.url)
    await bring(page, type, [{ name: 'frög.mp4', buffer }], 'main')
    await name.filter({ hasText: 'frög.mp4' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/create')
    await page.goto(site.url)
    await bring(page, type, link, 'main')
    await name.filter({ hasText: 'video.example' }).waitFor()
    assert.equal(await page.locator('[name="url"]').inputValue(), link)
  }
  // A card dragged within the page is no source, and a link pasted into the search is searched for.
  await page.goto(site.url)
  await page.evaluate(
    "document.querySelector('.card').dispatchEvent(new DragEvent('dragstart', { bubbles: true }))",
  )
  await bring(page, 'drop', link, 'main')
  await page.evaluate("document.dispatchEvent(new DragEvent('dragend'))")
  await page.locator('input[type="search"]').focus()
  await page.evaluate(`{
    const data = new DataTransfer()
    data.setData('text/plain', '${link}')
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })
    document.activeElement.dispatchEvent(event)
    if (event.defaultPrevented) throw new Error('the search does not take the link')
  }`)
  assert.equal(new URL(page.url()).pathname, '/')
  assert.equal(await tasksOf(site), before)
})

function tasksOf(site: TestSite): Promise<number> {
  return site.withStores(
    async ({ tasks }) => (await tasks.records.list({ status: null, start: 0, limit: 1 })).total,
  )
}
