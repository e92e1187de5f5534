import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { english } from '#src/site/messages/en/messages.ts'
import { importTexts } from '#src/site/messages/en/client/import.ts'
import { selectionTexts } from '#src/site/messages/en/client/selection.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { tinyGif } from '../../support/stores/drops.ts'
import { signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'
import { untilOnPage } from '../../support/until.ts'

/** The part of the browser that is used here. */
declare const document: { dispatchEvent(event: unknown): void }
declare class DataTransfer {
  items: { add(file: unknown): void }
}
declare const DragEvent: new (type: string, init: object) => object

const texts = english.import
/** More than the 100 that a page of the table shows. */
const count = 110
/** Two are sent again. */
const leastRequests = count / 10 + 2

/** Drops files on the page, as if from a folder of the machine. */
function drop(page: Page, files: readonly { name: string; bytes: number[] }[]): Promise<void> {
  return page.evaluate((files) => {
    const dataTransfer = new DataTransfer()
    for (const { name, bytes } of files)
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/gif' }))
    document.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, files)
}

test('110 files are dropped, sent a few at a time in spite of faults, and changed all at once', async (t) => {
  const site = await startSite(t)
  const anna = await signedIn(site)
  const browser = await openBrowser(t)
  await anna.enter(browser)
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => void complaints.push(error.message))
  let requests = 0
  await page.route('**/import', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    requests += 1
    // One is lost on the way, one is refused while the server is busy.
    if (requests === 2) return route.abort('connectionreset')
    if (requests === 4) return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, body: '{}' })
    return route.continue()
  })
  const files = Array.from({ length: count }, (_, n) => ({ name: `frog-${n}.gif`, bytes: [...tinyGif(n)] }))

  await page.goto(`${site.url}/import`)
  assert.deepEqual(await faultsOf(page), [])
  await drop(page, files)
  await page.getByText(importTexts.progress(0, count)).first().waitFor()
  await page.getByLabel(texts.category).selectOption({ label: 'Animals' })
  await page.getByRole('button', { name: texts.submit, exact: true }).click()
  await page.getByText(`${count} waiting`).waitFor()
  assert.match(page.url(), /\/import\/\w{22}$/)
  assert.ok(requests >= leastRequests && requests <= leastRequests + 8, `${requests} requests`)
  const batch = page.url().slice(-22)
  const tasks = () => site.withStores(({ tasks }) => tasks.imports.ofBatch(batch, anna.account.id))
  const names = new Set((await tasks()).map(({ request }) => request.title))
  assert.equal(names.size, count)

  await page.getByRole('button', { name: english.kit.bulk.selectAll }).click()
  await page.getByText('100 selected').waitFor()
  await page.getByRole('button', { name: selectionTexts.deselectAll }).click()
  await page.getByText(selectionTexts.selected(0)).waitFor()
  await page.getByLabel(texts.table.all(count)).check()
  await page.getByText(english.kit.bulk.change).click()
  await page.getByLabel(english.kit.bulk.addTags).fill('Pond, green')
  await page.getByLabel(english.kit.bulk.category).selectOption({ label: 'Nature' })
  await page.getByRole('button', { name: english.kit.bulk.apply }).click()
  await page.getByText(texts.table.done.change(count)).waitFor()
  const changed = await tasks()
  assert.ok(changed.every(({ request }) => request.tags.join() === 'pond,green'))
  assert.equal(new Set(changed.map(({ request }) => request.categoryId)).size, 1)

  // The table follows the state of the files.
  const first = changed.find(({ request }) => request.title === 'frog 0')
  await site.withStores(({ tasks }) => tasks.submissions.cancel(first?.id ?? ''))
  await page.locator('tr[data-state="refused"]').getByText('canceled').waitFor()
  await page.getByText(`${count - 1} waiting`).waitFor()

  await page.goto(`${site.url}/import`)
  await page.getByLabel(texts.category).selectOption({ label: 'Animals' })
  await drop(page, files.slice(1, 31))
  await page.getByText('30 already here').waitFor()
  assert.deepEqual(complaints, [])
})

test('sending can be paused and canceled, and leaving asks for confirmation', async (t) => {
  const site = await startSite(t)
  const anna = await signedIn(site)
  const browser = await openBrowser(t)
  await anna.enter(browser)
  const page = await browser.newPage()
  let isOpen = false
  await page.route('**/import', (route) =>
    route.request().method() === 'POST' && !isOpen ? undefined : route.continue(),
  )
  await page.goto(`${site.url}/import`)
  await page.getByLabel(texts.category).selectOption({ label: 'Animals' })
  const files = Array.from({ length: 12 }, (_, n) => ({ name: `frog-${n}.gif`, bytes: [...tinyGif(n)] }))
  await drop(page, files)
  await page.getByRole('button', { name: texts.sending.pause }).click()
  await page.getByText(importTexts.paused(0, 12)).first().waitFor()
  const asked = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.type())
      void dialog.dismiss()
    })
  })
  await page.getByRole('link', { name: 'Developers' }).click()
  assert.equal(await asked, 'beforeunload')
  isOpen = true
  await page.getByRole('button', { name: importTexts.resume }).click()
  await page.getByText('12 waiting').waitFor()
  await page.setViewportSize({ width: 360, height: 800 })
  await untilOnPage(page, 'document.documentElement.scrollWidth <= 360')
  await page.getByText(english.kit.bulk.change).click()
  assert.deepEqual(await faultsOf(page), [])
})
