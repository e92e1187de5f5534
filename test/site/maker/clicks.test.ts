import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { startApp } from '../../support/app.ts'
import { type BrowserOptions, openBrowser } from '../../support/browser/browser.ts'
import { phone } from '../../support/browser/touch.ts'
import { isFullRun } from '../../support/full-run.ts'
import { answer, startOrigin } from '../../support/http/origin-server.ts'
import { type PictureFile, flatPictures } from '../../support/media/flat-picture.ts'
import { makeVideo } from '../../support/media/media.ts'

/** Presses of a mouse or a finger in this tab, over all its pages. */
const countPresses = `addEventListener('pointerdown', ({ isTrusted }) => {
  if (isTrusted) sessionStorage.presses = Number(sessionStorage.presses ?? 0) + 1
}, true)`

const screens: Record<string, BrowserOptions> = {
  'a desktop': { viewport: { width: 1280, height: 800 } },
  'a phone': phone,
}

type Chosen = string | PictureFile[]

async function start(t: TestContext) {
  const bytes = await readFile(await makeVideo(t, { seconds: 1 }))
  const origin = await startOrigin(t, { '/clip.mp4': answer(bytes, { 'content-type': 'video/mp4' }) })
  const app = await startApp(t, { WORKER_CONCURRENCY: '1', SOURCE_ALLOWED_HOSTS: origin.pair })
  return { app, link: origin.url('/clip.mp4').href }
}

for (const [name, screen] of Object.entries(screens).slice(0, isFullRun ? 2 : 1)) {
  test(`from the front page to a copied GIF it takes 4 clicks on ${name}, for any source`, async (t) => {
    const { app, link } = await start(t)
    const press = (target: Locator) => (screen.hasTouch === true ? target.tap() : target.click())
    const copied = async (title: string, bring: (page: Page) => Promise<void>) => {
      const browser = await openBrowser(t, { ...screen, permissions: ['clipboard-read', 'clipboard-write'] })
      const page = await browser.newPage()
      await page.addInitScript(countPresses)
      await page.goto(app.url)
      await press(page.getByRole('link', { name: 'Make a GIF' }).first())
      await page.getByText('Choose files').waitFor()
      let loads = 0
      page.on('load', () => (loads += 1))
      await bring(page)
      await press(page.getByRole('button', { name: 'Make GIF' }))
      const copy = page.getByRole('button', { name: 'Copy link', exact: true })
      await copy.waitFor()
      await page.getByRole('heading', { name: title }).waitFor()
      await press(copy)
      await page.getByText('Copied').first().waitFor()
      const address = await page.evaluate<string>('navigator.clipboard.readText()')
      assert.equal((await fetch(address)).status, 200, address)
      assert.equal(loads, 0, 'all of it on one page')
      const presses = Number(await page.evaluate('sessionStorage.presses'))
      t.diagnostic(`${title}: ${presses} clicks on ${name}`)
      await browser.close()
      return presses
    }
    const choose = (files: Chosen) => async (page: Page) => {
      const chooser = page.waitForEvent('filechooser')
      await press(page.locator('.drop__choose').first())
      await (await chooser).setFiles(files)
    }
    const video = await makeVideo(t, { seconds: 1, width: 64, height: 48, fps: 5 })
    assert.equal(await copied('clip', choose(video)), 4)
    if (!isFullRun) return
    assert.equal(await copied('red', choose(await flatPictures('red', 'lime'))), 4)
    const typed = async (page: Page) => {
      await press(page.getByLabel('Video link'))
      await page.keyboard.type(link)
      await page.keyboard.press('Enter')
    }
    assert.equal(await copied('clip', typed), 4)
  })
}
