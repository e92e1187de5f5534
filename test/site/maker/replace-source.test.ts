import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { openMaker } from '../../support/browser/maker.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startSite } from '../../support/site.ts'

const field = (page: Page, name: string) => page.locator(`[name="${name}"]:not([type="file"])`)

type Brought = { name: string; bytes: Buffer } | string

/** Drops or pastes files, or pastes a text; into the field of the name, or anywhere. */
async function bring(page: Page, way: 'drop' | 'paste', what: Brought[], into?: string): Promise<boolean> {
  const files = what.map((one) => (typeof one === 'string' ? one : { ...one, bytes: [...one.bytes] }))
  return page.evaluate(`{
    const data = new DataTransfer()
    for (const one of ${JSON.stringify(files)})
      if (typeof one === 'string') data.setData('text', one)
      else data.items.add(new File([new Uint8Array(one.bytes)], one.name))
    const options = { bubbles: true, cancelable: true }
    const event = ${JSON.stringify(way)} === 'drop'
      ? new DragEvent('drop', { dataTransfer: data, ...options })
      : new ClipboardEvent('paste', { clipboardData: data, ...options })
    const into = ${JSON.stringify(into ?? null)}
    ;(into === null ? document.body : document.querySelector('[name="' + into + '"]')).dispatchEvent(event)
  }`)
}

async function open(t: TestContext) {
  const { page, calm } = await openMaker(await startSite(t), await openBrowser(t))
  const path = await makeVideo(t, { seconds: 1 })
  const bytes = await readFile(path)
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const source = page.locator('[data-source-name]')
  return {
    page,
    calm,
    video: { name: basename(path), bytes },
    frog: { name: 'frog.mp4', bytes },
    picture,
    source,
  }
}

test('while a video is chosen nothing takes its place unasked', async (t) => {
  const { page, calm, video, frog, picture, source } = await open(t)
  await bring(page, 'drop', [video])
  await page.getByText('clip.mp4 · 1 s').waitFor()

  await bring(page, 'drop', [frog])
  await page.getByText('A GIF has one source. Replace clip.mp4 with frog.mp4?').waitFor()
  assert.match((await source.textContent()) ?? '', /^clip\.mp4/)
  assert.deepEqual(await faultsOf(page), [])
  const keep = page.getByRole('button', { name: 'Keep clip.mp4' })
  assert.ok(
    await keep.evaluate((element) => element.matches(':focus')),
    'the key that is at hand changes nothing',
  )
  await keep.click()
  assert.equal(await keep.isVisible(), false)
  assert.match((await source.textContent()) ?? '', /^clip\.mp4/)

  await bring(page, 'paste', [{ name: 'red.png', bytes: picture }])
  await page.getByRole('button', { name: 'Use the picture' }).waitFor()
  await page.keyboard.press('Escape')
  await bring(page, 'paste', ['https://example.org/clip.mp4'])
  await page.getByRole('button', { name: 'Use example.org' }).waitFor()
  await bring(page, 'drop', [frog])
  await page.getByRole('button', { name: 'Use frog.mp4' }).click()
  await page.getByText('frog.mp4 · 1 s').waitFor()
  assert.equal(await field(page, 'title').inputValue(), 'frog')
  calm()
})

test('pictures are added to pictures, and a video in their place is asked about', async (t) => {
  const { page, frog, picture } = await open(t)
  const red = { name: 'red.png', bytes: picture }
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

test('an address is given up for a file only when that is wanted, and text for a field is the field’s', async (t) => {
  const { page, frog, source } = await open(t)
  await bring(page, 'paste', ['https://example.org/clip.mp4'])
  await bring(page, 'drop', [frog])
  await page.getByRole('button', { name: 'Keep example.org' }).click()
  await bring(page, 'paste', ['https://other.example/clip.mp4'])
  await page.getByRole('button', { name: 'Keep example.org' }).click()
  assert.equal(await field(page, 'url').inputValue(), 'https://example.org/clip.mp4')
  for (const name of ['url', 'title', 'tags']) {
    await bring(page, 'paste', ['https://other.example/clip.mp4'], name)
    assert.equal(await page.getByRole('button', { name: 'Keep example.org' }).isVisible(), false, name)
  }
  await field(page, 'url').fill('third.example/page')
  assert.equal(await source.textContent(), 'third.example')
})

test('a name without end leaves the question as narrow as a phone', async (t) => {
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
