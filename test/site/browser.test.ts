import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../support/browser.ts'
import { startSite } from '../support/site.ts'

/** As much of the browser's document as is looked at here. */
declare const document: {
  querySelector(name: 'video'): {
    currentTime: number
    paused: boolean
    controls: boolean
    videoWidth: number
    play(): Promise<void>
  } | null
  querySelector(name: 'img'): { naturalWidth: number } | null
}

const moves = () => {
  const video = document.querySelector('video')
  return video !== null && video.currentTime > 0.3 && !video.paused && video.videoWidth === 320
}

test("a GIF's page plays, and copies its links", async (t) => {
  const site = await startSite(t)
  const gif = await site.addWithFiles({ title: 'Moving bars' })
  const browser = await openBrowser(t, { permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => void complaints.push(message.text()))
  page.on('pageerror', (error) => void complaints.push(error.message))
  await page.goto(`${site.url}/${gif.code}`)
  await page.waitForFunction(moves)

  await page.getByRole('button', { name: 'Copy' }).nth(1).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate('navigator.clipboard.readText()')
  assert.equal(copied, `${site.url}/media/gifs/${gif.mediaId}/gif.gif`)

  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: /^MP4/ }).click()
  assert.equal((await saving).suggestedFilename(), 'Moving bars.mp4')
  assert.deepEqual(complaints, [])

  // The address of a file, opened by itself, shows the file.
  await page.goto(`${site.url}/media/gifs/${gif.mediaId}/video.mp4`)
  await page.waitForFunction(() => document.querySelector('video')?.videoWidth === 320)
  await page.goto(copied)
  await page.waitForFunction(() => document.querySelector('img')?.naturalWidth === 320)
})

test('whoever asked the system for less motion sees a still, and plays it when he likes', async (t) => {
  const site = await startSite(t)
  const gif = await site.addWithFiles()
  const browser = await openBrowser(t, { reducedMotion: 'reduce' })
  const page = await browser.newPage()
  await page.goto(`${site.url}/${gif.code}`)
  await page.waitForFunction(() => document.querySelector('video')?.controls)
  const before = await page.evaluate(() => {
    const video = document.querySelector('video')
    return [video?.paused, video?.currentTime]
  })
  assert.deepEqual(before, [true, 0])
  await page.evaluate(() => document.querySelector('video')?.play())
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.1)
})

test('searching, turning pages and looking work without script', async (t) => {
  const site = await startSite(t)
  const frog = await site.addWithFiles({ title: 'A frog jumps', tags: ['pond'], createdAt: 1 })
  for (let number = 0; number < 30; number++)
    await site.add({ mediaId: frog.mediaId, title: `Other ${number}` })
  const browser = await openBrowser(t, { javaScriptEnabled: false })
  const page = await browser.newPage()
  await page.goto(site.url)
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByText('Page 2 of 2').waitFor()
  await page.getByRole('searchbox', { name: 'Search GIFs' }).fill('FRÓG jum')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('1 GIF', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'A frog jumps' }).click()
  await page.getByRole('heading', { name: 'A frog jumps' }).waitFor()
  assert.equal(new URL(page.url()).pathname, `/${frog.code}`)
  await page.getByRole('link', { name: '#pond' }).click()
  await page.getByRole('link', { name: 'A frog jumps' }).waitFor()
})

test('a GIF that is not safe for work is hidden until asked for, without script too', async (t) => {
  const site = await startSite(t)
  const gif = await site.addWithFiles({ nsfw: true })
  const browser = await openBrowser(t, { javaScriptEnabled: false })
  const page = await browser.newPage()
  await page.goto(`${site.url}/${gif.code}`)
  assert.equal(await page.locator('video').isVisible(), false)
  await page.getByText('Show it').click()
  assert.equal(await page.locator('video').isVisible(), true)
})

test('a GIF plays on the wall while it is pointed at, and only then', async (t) => {
  const site = await startSite(t)
  await site.addWithFiles({ title: 'Moving bars' })
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  await page.goto(site.url)
  await page.getByRole('link', { name: 'Moving bars' }).hover()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.1)
  await page.mouse.move(0, 0)
  await page.waitForFunction(() => document.querySelector('video') === null)
})
