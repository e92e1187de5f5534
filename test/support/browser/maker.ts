import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type MediaFacts, factsOf } from '../media/media.ts'
import type { TestApp } from '../app.ts'

/** A page of the maker with every group of options open; the test fails at `calm` when the browser complained of anything. */
export async function openMaker(
  app: TestApp,
  browser: { newPage(): Promise<Page> },
): Promise<{ page: Page; calm: () => void }> {
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => void complaints.push(message.text()))
  page.on('pageerror', (error) => void complaints.push(error.message))
  await page.goto(`${app.url}/create`)
  await openPanels(page)
  return { page, calm: () => assert.deepEqual(complaints, []) }
}

/** Opens every group of options, once the maker is live; where they are sheets, none, as one covers the others. */
export async function openPanels(page: Page): Promise<void> {
  await page.locator('.maker--live').waitFor({ state: 'attached' })
  await page.evaluate(`matchMedia('(max-width: 60rem) and (min-height: 32rem)').matches ||
    document.querySelectorAll('[data-panel]').forEach((panel) => (panel.open = true))`)
}

/** Waits until a video is there and its first preview, which moves what is below it. None is made while a crop is drawn. */
export async function untilPreviewed(page: Page): Promise<void> {
  await page.getByRole('slider', { name: 'Start', exact: true }).waitFor()
  if ((await page.locator('[data-panel="crop"][open]').count()) > 0) return
  await page.locator('[data-preview][data-state="whole"]').waitFor({ state: 'attached' })
}

/** Waits for the finished GIF on the page and gives what a decoder says of its file. */
export async function madeGif(app: TestApp, page: Page): Promise<MediaFacts> {
  await page.getByText('Your GIF is ready').waitFor()
  const address = await page.getByRole('link', { name: /^GIF \d/ }).getAttribute('href')
  assert.ok(address)
  const response = await fetch(address)
  assert.equal(response.status, 200)
  const path = join(app.folder, 'made.gif')
  await writeFile(path, Buffer.from(await response.arrayBuffer()))
  return factsOf(path)
}

/** The id of the task whose page this is. */
export function taskOf(page: Page): string {
  const task = /^\/create\/(?<id>\w+)$/.exec(new URL(page.url()).pathname)?.groups?.id
  assert.ok(task, page.url())
  return task
}
