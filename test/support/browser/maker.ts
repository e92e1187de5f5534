import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import type { AcceptedRequest } from '#src/creation/request.ts'
import { type MediaFacts, factsOf } from '../media/media.ts'
import type { TestApp } from '../app.ts'

type Files = Parameters<Locator['setInputFiles']>[0]

/** A page of the maker with every group of options open; the test fails at `calm` if the browser reported any error. */
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

/** Opens every group of options once the maker is live; none if they are sheets, as one covers the others. */
export async function openPanels(page: Page): Promise<void> {
  await page.locator('.maker--live').waitFor({ state: 'attached' })
  await page.evaluate(`matchMedia('(max-width: 60rem) and (min-height: 32rem)').matches ||
    document.querySelectorAll('[data-panel]').forEach((panel) => (panel.open = true))`)
}

/** Closes the crop: no preview is made while one is drawn. */
export async function closeCrop(page: Page): Promise<void> {
  await page.locator('[data-panel="crop"]').evaluate((panel) => panel.removeAttribute('open'))
}

export async function chooseFiles(page: Page, files: Files): Promise<void> {
  await page.getByLabel('Choose files').setInputFiles(files)
}

/** Chooses a video that the browser plays, and waits for its timeline. */
export async function chooseVideo(page: Page, path: string): Promise<void> {
  await chooseFiles(page, path)
  await page.getByRole('slider', { name: 'Start', exact: true }).waitFor()
}

/** Drops or pastes files, or a link if a text is given; onto the page, or onto the match of a selector. */
export async function bring(
  page: Page,
  way: 'drop' | 'paste',
  what: string | { name: string; buffer: Buffer }[],
  at = 'body',
): Promise<void> {
  const files =
    typeof what === 'string'
      ? []
      : what.map(({ name, buffer }) => ({ name, bytes: buffer.toString('base64') }))
  await page.evaluate(`{
    const data = new DataTransfer()
    for (const { name, bytes } of ${JSON.stringify(files)})
      data.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name))
    const text = ${JSON.stringify(typeof what === 'string' ? what : null)}
    if (text !== null) data.setData('${way === 'drop' ? 'text/uri-list' : 'text/plain'}', text)
    const options = { bubbles: true, cancelable: true }
    document.querySelector(${JSON.stringify(at)}).dispatchEvent(
      ${way === 'drop'} ? new DragEvent('drop', { dataTransfer: data, ...options })
        : new ClipboardEvent('paste', { clipboardData: data, ...options }))
  }`)
}

/** A field of the form by its name. */
export function field(page: Page, name: string): Locator {
  return page.locator(`[name="${name}"]:not([type="file"])`)
}

/** Types into a field, and leaves it. */
export async function type(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).fill(text)
  await page.keyboard.press('Tab')
}

/** Start and end of the clip, as the form would send them. */
export async function clipOf(page: Page): Promise<string[]> {
  return [await field(page, 'start').inputValue(), await field(page, 'end').inputValue()]
}

export function hasFocus(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element.matches(':focus'))
}

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if ((await target.count()) > 0 && (await hasFocus(target))) return
  }
  assert.fail(`Tab does not lead to ${String(target)}`)
}

/** Waits for a video and its first preview, which moves the content below it. None is made while a crop is drawn. */
export async function untilPreviewed(page: Page): Promise<void> {
  await page.getByRole('slider', { name: 'Start', exact: true }).waitFor()
  if ((await page.locator('[data-panel="crop"][open]').count()) > 0) return
  await page.locator('[data-preview][data-state="whole"]').waitFor({ state: 'attached' })
}

/** Waits until the whole GIF is shown and its size contains `part`; returns the complete size note. */
export async function shownSize(page: Page, part: string): Promise<string> {
  const size = page.locator('[data-size]:not([data-waiting])', { hasText: part })
  await size.waitFor()
  await page.locator('[data-preview][data-state="whole"]:not([hidden])').waitFor()
  return (await size.textContent()) ?? ''
}

export async function makeGif(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make GIF' }).click()
}

/** The heading of a creation that waits for a worker. */
export function nextInQueue(page: Page): Locator {
  return page.getByRole('heading', { name: "You're next" })
}

/** Makes the GIF on an instance without workers; returns the stored request. */
export async function sendForm(app: TestApp, page: Page): Promise<AcceptedRequest> {
  await makeGif(page)
  await nextInQueue(page).waitFor()
  return requestOf(app, page)
}

/** The request shown on the page of a task. */
export async function requestOf(app: TestApp, page: Page): Promise<AcceptedRequest> {
  const task = await app.withStores(({ tasks }) => tasks.submissions.read(taskOf(page)))
  assert.ok(task)
  return task.request
}

/** Waits for the finished GIF on the page and returns a decoder's view of its file. */
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
