import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test, type TestContext } from 'node:test'
import { english } from '#src/site/messages/en/messages.ts'
import { renditionsOf } from '../contract/stores.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { signedIn } from '../support/signed-in.ts'
import { shareSite, startSite } from '../support/site.ts'
import { untilOnPage } from '../support/until.ts'

const site = shareSite()
const texts = english.gif

const showsGif = `document.querySelector('.gif-player img[data-image]')?.naturalWidth === 320`

const plays = `(() => {
  const video = document.querySelector('.gif-player video')
  return video !== null && video.currentTime > 0.3 && !video.paused && video.videoWidth === 320
})()`

test("a GIF's page shows the GIF itself, and copies its links", async (t) => {
  const gif = await site.addWithFiles({ title: 'Moving bars' })
  const browser = await openBrowser(t, { permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => void complaints.push(message.text()))
  page.on('pageerror', (error) => void complaints.push(error.message))
  const fetched: string[] = []
  page.on('request', (request) => void fetched.push(request.url()))
  await page.goto(`${site.url}/${gif.code}`)
  await untilOnPage(page, showsGif)
  assert.deepEqual(
    fetched.filter((address) => /mp4|webp/.test(address)),
    [],
  )

  await page.getByRole('button', { name: texts.share.copyLink }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), `${site.url}/${gif.code}`)
  await page.getByText(texts.more.button, { exact: true }).click()
  await page.getByRole('button', { name: 'Copy GIF' }).click()
  await page.getByRole('button', { name: 'Copied GIF' }).waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.equal(copied, `${site.url}/media/gifs/${gif.mediaId}/gif.gif`)

  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: /^MP4/ }).click()
  assert.equal((await saving).suggestedFilename(), 'Moving bars.mp4')
  assert.deepEqual(complaints, [])

  // The address of a file, opened by itself, shows the file.
  await page.goto(`${site.url}/media/gifs/${gif.mediaId}/video.mp4`)
  await untilOnPage(page, `document.querySelector('video')?.videoWidth === 320`)
  await page.goto(copied)
  await untilOnPage(page, `document.querySelector('img')?.naturalWidth === 320`)
})

test('with reduced motion people see a still, and can play it', async (t) => {
  const gif = await site.addWithFiles()
  const browser = await openBrowser(t, { reducedMotion: 'reduce' })
  const page = await browser.newPage()
  const fetched: string[] = []
  page.on('request', (request) => void fetched.push(request.url()))
  await page.goto(`${site.url}/${gif.code}`, { waitUntil: 'networkidle' })
  assert.deepEqual(
    fetched.filter((address) => /gif\.gif|mp4|webp/.test(address)),
    [],
  )
  await page.getByRole('button', { name: 'Play' }).click()
  await untilOnPage(page, `document.querySelector('.gif-player img').currentSrc.endsWith('gif.gif')`)
  await untilOnPage(page, showsGif)
  await page.getByRole('button', { name: 'Pause' }).click()
  await untilOnPage(page, `document.querySelector('.gif-player img').currentSrc.endsWith('thumb.jpg')`)
})

test('searching, paging and viewing work without script', async (t) => {
  const own = await startSite(t)
  const frog = await own.addWithFiles({ title: 'A frog jumps', tags: ['pond'], createdAt: 1 })
  for (let number = 0; number < 30; number++)
    await own.add({ mediaId: frog.mediaId, title: `Other ${number}` })
  const browser = await openBrowser(t, { javaScriptEnabled: false })
  const page = await browser.newPage()
  await page.goto(own.url)
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

test('an NSFW GIF is hidden until revealed, also without script', async (t) => {
  const gif = await site.addWithFiles({ rating: 'r' })
  const browser = await openBrowser(t, { javaScriptEnabled: false })
  const page = await browser.newPage()
  await page.goto(`${site.url}/${gif.code}`)
  assert.equal(await page.locator('video').isVisible(), false)
  await page.getByText(english.kit.player.show, { exact: true }).click()
  assert.equal(await page.locator('video').isVisible(), true)
})

test('an NSFW GIF is not fetched before it is revealed, and plays then', async (t) => {
  const site = await startSite(t)
  const gif = await site.addWithFiles({ rating: 'r' })
  const page = await (await openBrowser(t)).newPage()
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await page.goto(`${site.url}/${gif.code}`, { waitUntil: 'networkidle' })
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/media/') && !path.endsWith('/thumb.jpg')),
    [],
  )
  await page.getByText(english.kit.player.show, { exact: true }).click()
  await untilOnPage(page, plays)
})

test('every text to copy is copied exactly', async (t) => {
  const gif = await site.addWithFiles({ title: 'Brackets ] and "quotes"' })
  const browser = await openBrowser(t, { permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await browser.newPage()
  await page.goto(`${site.url}/${gif.code}`)
  await page.getByText(texts.more.button, { exact: true }).click()
  const media = `${site.url}/media/gifs/${gif.mediaId}`
  const expected = {
    GIF: `${media}/gif.gif`,
    MP4: `${media}/video.mp4`,
    Markdown: `[![Brackets \\] and "quotes"](${media}/gif.gif)](${site.url}/${gif.code})`,
    HTML:
      `<iframe src="${site.url}/embed/${gif.code}" title="Brackets ] and &quot;quotes&quot;" ` +
      'width="320" height="180" frameborder="0" loading="lazy" allowfullscreen=""></iframe>',
  }
  for (const [name, text] of Object.entries(expected)) {
    await page.getByRole('button', { name: `Copy ${name}`, exact: true }).click()
    await page.getByRole('button', { name: `Copied ${name}`, exact: true }).waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), text)
  }
})

test('a large GIF is shown as its video, until the GIF is requested or the video does not play', async (t) => {
  const gif = await largeGif()
  const page = await (await openBrowser(t)).newPage()
  await page.goto(`${site.url}/${gif.code}`)
  await untilOnPage(page, plays)
  await page.getByRole('button', { name: 'Pause' }).click()
  await untilOnPage(page, `document.querySelector('video').paused`)
  await page.getByRole('button', { name: 'Play' }).click()
  await untilOnPage(page, plays)
  await page.getByRole('link', { name: 'Show the GIF (9 MB)' }).click()
  await untilOnPage(page, showsGif)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.locator('.gif-player > img[src$="thumb.jpg"]').waitFor()
  await page.route('**/video.mp4', (route) => route.abort())
  await page.reload()
  await page.locator('.gif-player > img[src$="gif.gif"]').waitFor()
  await untilOnPage(page, showsGif)
  assert.equal(await page.locator('[data-show-gif]').count(), 0)
})

/** A GIF whose record declares it as large; its files are small. */
async function largeGif() {
  const { mediaId } = await site.addWithFiles()
  const size = { width: 320, height: 180, frames: 20 }
  return site.add({ mediaId, ...size, renditions: renditionsOf(size, { gif: 9_000_000 }) })
}

/** The state of a browser between reading a video and choosing its source. */
const noSourceYet = `
  const real = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'networkState').get
  let asked = 0
  Object.defineProperty(HTMLMediaElement.prototype, 'networkState', {
    get() { return asked++ === 0 ? HTMLMediaElement.NETWORK_NO_SOURCE : real.call(this) },
  })
`

test('the script waits for a video whose source is not chosen yet', async (t) => {
  const gif = await largeGif()
  const page = await (await openBrowser(t)).newPage()
  await page.addInitScript(noSourceYet)
  await page.goto(`${site.url}/${gif.code}`)
  await untilOnPage(page, plays)
})

test('a video behind a spoiler is not fetched if its source is not chosen when the script starts', async (t) => {
  const site = await startSite(t)
  const gif = await site.addWithFiles({ rating: 'r' })
  const page = await (await openBrowser(t)).newPage()
  await page.addInitScript(noSourceYet)
  await page.clock.install()
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await page.goto(`${site.url}/${gif.code}`, { waitUntil: 'networkidle' })
  await page.clock.runFor(5000)
  assert.equal(await page.locator('.gif-player video').count(), 1)
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/media/') && !path.endsWith('/thumb.jpg')),
    [],
  )
})

test('the system share sheet, if available, gets the title and the address', async (t) => {
  const site = await startSite(t)
  const gif = await site.addWithFiles({ title: 'Share me' })
  const page = await (await openBrowser(t)).newPage()
  const share = page.getByRole('button', { name: 'Share…' })
  await page.addInitScript('delete Navigator.prototype.share')
  await page.goto(`${site.url}/${gif.code}`, { waitUntil: 'load' })
  await page.getByRole('button', { name: texts.share.copyLink }).waitFor()
  assert.equal(await share.isVisible(), false)
  await page.addInitScript('navigator.share = async (what) => { window.shared = what }')
  await page.reload()
  await share.click()
  assert.deepEqual(await page.evaluate('window.shared'), {
    title: 'Share me',
    url: `${site.url}/${gif.code}`,
  })
})

test('an owner edits a GIF, and deletes it after confirmation', async (t) => {
  const owner = await signedIn(site)
  const gif = await site.addWithFiles({ title: 'Before', ownerId: owner.account.id })
  const browser = await openBrowser(t)
  await owner.enter(browser)
  const page = await browser.newPage()
  await page.goto(`${site.url}/${gif.code}`)
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Title').fill('After')
  await page.getByLabel('Tags').fill('frog, pond')
  await page.getByLabel('Private').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'After' }).waitFor()
  await page.getByText('Private. Only you can see this page.').waitFor()
  await page.getByRole('link', { name: '#pond' }).waitFor()
  await untilOnPage(page, showsGif)

  const dialog = page.getByRole('dialog', { name: english.gif.delete.heading })
  await page.getByRole('link', { name: 'Delete' }).click()
  assert.equal(await page.evaluate('document.activeElement.textContent'), english.gif.delete.cancel)
  await dialog.getByRole('button', { name: english.gif.delete.cancel }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Delete' }).press('Enter')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: english.gif.delete.confirm }).click()
  await page.getByText('1 GIF deleted.').waitFor()
  assert.equal((await site.fetch(`/${gif.code}`, { headers: owner.headers })).status, 404)
})

test('without script an owner edits and deletes, and a visitor reports', async (t) => {
  const owner = await signedIn(site)
  const gif = await site.addWithFiles({ title: 'Before', ownerId: owner.account.id })
  const browser = await openBrowser(t, { javaScriptEnabled: false })
  const page = await browser.newPage()
  await page.goto(`${site.url}/${gif.code}`)
  await page.getByText(texts.more.button, { exact: true }).click()
  await page.getByRole('link', { name: texts.more.report }).click()
  await page.getByLabel('Spam or misleading').check()
  await page.getByLabel(english.notices.form.words).fill('Look at it.')
  await page.getByRole('button', { name: english.notices.form.send }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  await owner.enter(browser)
  await page.goto(`${site.url}/${gif.code}/edit`)
  await page.getByLabel('Title').fill('After')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'After' }).waitFor()
  await page.getByRole('link', { name: 'Delete' }).click()
  await page.getByRole('button', { name: english.gif.delete.confirm }).click()
  await page.getByText('1 GIF deleted.').waitFor()
})

test('an operator hides a GIF on its page, and shows it again', async (t) => {
  const operator = await signedIn(site, { admin: true })
  const gif = await site.addWithFiles()
  const browser = await openBrowser(t)
  await operator.enter(browser)
  const page = await browser.newPage()
  await page.goto(`${site.url}/${gif.code}`)
  await page.getByRole('button', { name: 'Hide' }).click()
  await page.getByText(english.gif.visibility.hiddenForAdmin).waitFor()
  await untilOnPage(page, showsGif)
  assert.equal((await site.fetch(`/${gif.code}`)).status, 404)
  await page.getByRole('button', { name: english.gif.manage.show }).click()
  await page.getByRole('button', { name: 'Hide' }).waitFor()
  assert.equal((await site.fetch(`/${gif.code}`)).status, 200)
})

test('a frame on another site plays the GIF, and links to its page', async (t) => {
  const gif = await site.addWithFiles({ title: 'Framed' })
  const blog = await blogWith(t, `${site.url}/embed/${gif.code}`)
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  await page.goto(blog)
  const frame = page.frames().find((candidate) => candidate.url().includes('/embed/'))
  assert.ok(frame)
  await frame.evaluate(`new Promise((resolve) => {
    const look = () => document.querySelector('video')?.currentTime > 0.2 ? resolve() : requestAnimationFrame(look)
    look()
  })`)
  const opened = page.waitForEvent('popup')
  await frame.getByRole('link').first().click()
  assert.equal((await opened).url(), `${site.url}/${gif.code}`)

  // The page itself must not be framed.
  const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()))
  await page.goto(await blogWith(t, `${site.url}/${gif.code}`))
  await refused
})

/** The address of another site, which shows a page in a frame. */
async function blogWith(t: TestContext, address: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<h1>A blog</h1><iframe src="${address}" width="320" height="180"></iframe>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const at = server.address()
  return `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}/`
}

test('at every width the logo, the search and the navigation are next to each other, without overlaps', async (t) => {
  const page = await (await openBrowser(t)).newPage()
  await page.goto(site.url)
  for (const width of [320, 420, 700, 769, 900, 1024, 1280, 1800]) {
    await page.setViewportSize({ width, height: 600 })
    const boxes = await Promise.all(
      ['.brand img', '.search', '.top__nav'].map(async (part) => (await page.locator(part).boundingBox())!),
    )
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        const apart =
          one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y
        assert.ok(apart || other.y + other.height <= one.y, `${width} px: ${JSON.stringify([one, other])}`)
      }
    }
  }
})
