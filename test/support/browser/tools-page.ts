import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startApp } from '../app.ts'
import { cleanUp, type CleanUp } from '../clean-up.ts'
import { decode } from '../media/decoded.ts'
import { discClip } from '../media/drawn-gif.ts'
import { encodeGif, visible } from '../media/gif-playback.ts'
import { openBrowser } from './browser.ts'

const clip = discClip(12)

/** Twelve frames of a moving disc. */
export const gif = encodeGif(clip)

/** The same, with nothing in its right half. */
export const holedGif = encodeGif({
  ...clip,
  frames: clip.frames.map((frame) => frame.map((value, at) => ((at >> 2) % clip.width < 60 ? value : 0))),
})

/** An instance whose library has the GIF above, and a browser for its page of tools. */
export async function openTools(t: CleanUp) {
  const app = await startApp(t, { MAX_EDITED_FRAMES: '300' })
  const browser = await openBrowser(t)
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-tools-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const video = `data:image/gif;base64,${gif.toString('base64')}`
  const values = { category: 1, title: 'Disc', keep: 1, video }
  const { body } = await app.post('/api/create-gif/source/video', values)
  const code = (await app.ended(body.id)).url

  const openPage = async (address: string): Promise<Page> => {
    const page = await browser.newPage()
    await page.goto(app.url + address)
    return page
  }
  return {
    app,
    browser,
    folder,
    code,
    openPage,
    /** The frames of the GIF. */
    source: async () => {
      const path = join(folder, 'source.gif')
      await writeFile(path, gif)
      return (await decode(path)).frames.map((rgba) => visible(rgba))
    },
    /** The page with a file chosen in it, once it has been read. */
    withFile: async (bytes: Buffer): Promise<Page> => {
      const page = await openPage('/tools')
      await page.setInputFiles('[name=file]', { name: 'disc.gif', mimeType: 'image/gif', buffer: bytes })
      return page
    },
    /** The file that the page offers for download. */
    made: async (page: Page) => {
      await settled(page)
      const download = page.waitForEvent('download')
      await page.click('[data-download]')
      const path = join(folder, 'made.gif')
      await (await download).saveAs(path)
      return { ...(await decode(path)), path, name: (await download).suggestedFilename() }
    },
  }
}

/** The text of the table. */
export function cell(page: Page, row: string, column: string): Promise<string> {
  return page.locator(`[data-row=${row}] [data-value=${column}]`).innerText()
}

/** The page reports completion once the table has the result. */
export function settled(page: Page): Promise<void> {
  return page.locator('[data-result]:not([hidden]):not([data-busy]) [data-download]:not([hidden])').waitFor()
}
