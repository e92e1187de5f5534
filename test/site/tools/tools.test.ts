import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { toolsTexts } from '#src/site/messages/en/client/tools.ts'
import { toolsMessages } from '#src/site/messages/en/tools.ts'
import { makeAnimation } from '../../support/media/animations.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { askForGif, smallPictures } from '../../support/creations.ts'
import { colourAt, decode, distance } from '../../support/media/decoded.ts'
import { discClip } from '../../support/media/drawn-gif.ts'
import { encodeGif, visible } from '../../support/media/gif-playback.ts'

const run = promisify(execFile)
const clip = discClip(12)
const gif = encodeGif(clip)
/** The same, with nothing in its right half. */
const holedGif = encodeGif({
  ...clip,
  frames: clip.frames.map((frame) => frame.map((value, at) => ((at >> 2) % clip.width < 60 ? value : 0))),
})
let app: TestApp
let browser: BrowserContext
let folder = ''
let code = ''
const endings: (() => Promise<void>)[] = []
const t = { after: (end: () => Promise<void>) => void endings.push(end) }
before(async () => {
  app = await startApp(t, { MAX_EDITED_FRAMES: '300' })
  browser = await openBrowser(t)
  folder = await mkdtemp(join(tmpdir(), 'gifwright-tools-'))
  const video = `data:image/gif;base64,${gif.toString('base64')}`
  const { body } = await app.post('/api/create-gif/source/video', {
    category: 1,
    title: 'Disc',
    keep: 1,
    video,
  })
  code = (await app.ended(body.id)).url
})
after(async () => {
  for (const end of endings.toReversed()) await end()
  await rm(folder, { recursive: true, force: true })
})

const source = async () => {
  const path = join(folder, 'source.gif')
  await writeFile(path, gif)
  return (await decode(path)).frames.map((rgba) => visible(rgba))
}

async function openPage(address: string): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(app.url + address)
  return page
}

/** The page with a file chosen in it, once it was read. */
async function withFile(bytes: Buffer, name = 'disc.gif', mimeType = 'image/gif'): Promise<Page> {
  const page = await openPage('/tools')
  await page.setInputFiles('[name=file]', { name, mimeType, buffer: bytes })
  return page
}

const cell = (page: Page, row: string, column: string) =>
  page.locator(`[data-row=${row}] [data-value=${column}]`).innerText()

/** The page says that it is done once the table has the result. */
const settled = (page: Page) =>
  page.locator('[data-result]:not([hidden]):not([data-busy]) [data-download]:not([hidden])').waitFor()

async function made(page: Page) {
  await settled(page)
  const download = page.waitForEvent('download')
  await page.click('[data-download]')
  const path = join(folder, 'made.gif')
  await (await download).saveAs(path)
  return { ...(await decode(path)), path, name: (await download).suggestedFilename() }
}

test('a file is opened in the browser, its frames are deleted and held by keys, and nothing of them is sent', async () => {
  const page = await withFile(gif)
  await settled(page)
  const sent: string[] = []
  page.on('request', (request) => request.url().startsWith('blob:') || sent.push(request.url()))
  assert.equal(await page.locator('.strip__frame').count(), 12)
  assert.deepEqual(await faultsOf(page), [])
  await page.locator('.strip__frame').first().focus()
  for (const key of ['ArrowRight', 'Shift+ArrowRight', 'Delete', '+', 'End', 'Space', '+', '+'])
    await page.keyboard.press(key)
  await page.locator('[data-row=frames] [data-value=after]', { hasText: '10' }).waitFor()
  await page.locator('[data-row=seconds] [data-value=after]', { hasText: '1.3' }).waitFor()
  assert.equal(await page.inputValue('[name=frames]'), '1,4x2,5-11,12x3')
  const { frames, delaysMs, name } = await made(page)
  const pictures = await source()
  assert.deepEqual(
    frames.map((rgba) => visible(rgba)),
    [0, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((frame) => pictures[frame]),
  )
  assert.deepEqual(delaysMs, [100, 200, 100, 100, 100, 100, 100, 100, 100, 300])
  assert.equal(name, 'disc.gif')
  await page.locator('.strip__frame').first().focus()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+z')
  await page.locator('[data-row=frames] [data-value=after]', { hasText: '12' }).waitFor()
  assert.equal(await page.inputValue('[name=frames]'), '')
  assert.deepEqual(sent, [])
  await page.close()
})

test('every other tool shows what it makes, before anything is saved', async () => {
  const page = await withFile(gif)
  await settled(page)
  assert.equal(await cell(page, 'pixels', 'before'), '120 × 80')
  const after = async (row: string, text: string | RegExp) =>
    page.locator(`[data-row=${row}] [data-value=after]`, { hasText: text }).waitFor()
  await page.fill('[name=width]', '60')
  await after('pixels', '60 × 40')
  await page.fill('[name=crop]', '0,0,40,30')
  await after('pixels', '40 × 30')
  await page.fill('[name=crop]', '')
  await page.fill('[name=width]', '')
  await page.fill('[name=start]', '0.5')
  await after('frames', '7')
  await page.fill('[name=speed]', '2')
  await after('seconds', /0\.3/)
  await page.check('[name=boomerang]')
  await after('frames', '12')
  await page.uncheck('[name=boomerang]')
  await page.check('[name=reverse]')
  await after('frames', '7')
  await settled(page)
  const { frames } = await made(page)
  assert.deepEqual(
    frames.map((rgba) => visible(rgba)),
    (await source()).slice(5).toReversed(),
  )
  await page.setInputFiles('[name="append_files[]"]', {
    name: 'more.gif',
    mimeType: 'image/gif',
    buffer: encodeGif(discClip(3)),
  })
  await after('frames', '10')
  await settled(page)
  const download = page.waitForEvent('download')
  await page.click('[data-zip]')
  const path = join(folder, 'frames.zip')
  await (await download).saveAs(path)
  assert.equal((await run('unzip', ['-Z1', path])).stdout.trim().split('\n').length, 10)
  await page.fill('[name=speed]', 'fast')
  await page.getByText(toolsTexts.invalid).waitFor()
  assert.equal(await page.getAttribute('[name=speed]', 'aria-invalid'), 'true')
  await page.close()
})

test('the crop is chosen on the animation as it was, by dragging and by keys, or typed', async () => {
  const page = await withFile(gif)
  await settled(page)
  await page.getByText(toolsMessages.fields.cropOnPicture).click()
  const area = page.locator('[data-crop-area]')
  assert.deepEqual(await faultsOf(page), [])
  await area.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await area.boundingBox())!
  assert.ok(Math.abs(width / height - 1.5) < 0.01)
  await page.mouse.move(x + width - 1, y + height - 1)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 - 1, y + height / 2 - 1, { steps: 4 })
  await page.mouse.up()
  const crop = page.locator('[name=crop]')
  assert.equal(await crop.inputValue(), '0,0,60,40')
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'Shift+ArrowRight'])
    await page.keyboard.press(key)
  assert.equal(await crop.inputValue(), '1,2,61,40')
  await page.locator('[data-row=pixels] [data-value=after]', { hasText: '61 × 40' }).waitFor()
  const { frames } = await made(page)
  const [picture] = await source()
  const rows = Array.from({ length: 40 }, (_, row) => ((row + 2) * 120 + 1) * 4)
  const kept = Buffer.concat(rows.map((from) => picture!.subarray(from, from + 61 * 4)))
  assert.deepEqual(visible(frames[0]!), kept)
  await crop.fill('30,20,60,40')
  assert.equal(
    await area.evaluate((element) => element.style.cssText),
    'left: 25%; top: 25%; width: 50%; height: 50%;',
  )
  await crop.fill('')
  assert.equal((await area.boundingBox())!.width, width)
  await page.setInputFiles('[name=file]', {
    name: 'a.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  })
  await page.locator('[data-crop-on-picture]').waitFor({ state: 'hidden' })
})

test('the changed GIF is downloaded as MP4 and WebP that the browser makes when asked, with their sizes', async () => {
  const page = await openPage('/tools')
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''))
  await page.setInputFiles('[name=file]', { name: 'disc.gif', mimeType: 'image/gif', buffer: gif })
  await page.fill('[name=frames]', '1-3,5x3,9')
  await page.fill('[name=crop]', '0,0,119,79')
  await page.locator('[data-row=frames] [data-value=after]', { hasText: '5' }).waitFor()
  await page.locator('[data-row=pixels] [data-value=after]', { hasText: '119 × 79' }).waitFor()
  const converted = async (format: 'mp4' | 'webp', before = gif) => {
    const button = page.getByRole('button', { name: toolsMessages.result[format], exact: true })
    await button.waitFor()
    assert.ok(!loaded.includes(`tools-${format}.js`))
    const download = page.waitForEvent('download')
    await button.press('Enter')
    // Of a name of its own: libvips remembers files by theirs.
    const path = join(folder, `of-${before.length}-bytes.${format}`)
    await (await download).saveAs(path)
    assert.equal((await download).suggestedFilename(), `disc.${format}`)
    const { size } = await stat(path)
    assert.equal(await cell(page, format, 'before'), toolsTexts.bytes(before.length))
    assert.equal(await cell(page, format, 'after'), toolsTexts.bytes(size))
    assert.ok(loaded.includes(`tools-${format}.js`))
    return decode(path)
  }
  const changed = await made(page)
  const mp4 = await converted('mp4')
  const webp = await converted('webp')
  assert.deepEqual(await faultsOf(page), [])
  assert.deepEqual([mp4.width, mp4.height, webp.width, webp.height], [120, 80, 119, 79])
  for (const { frames, delaysMs } of [mp4, webp]) {
    assert.equal(frames.length, 5)
    assert.deepEqual(delaysMs, [100, 100, 100, 300, 100])
  }
  // The disc of the first frame, the one of the last, and the ground.
  const places = [
    [0, 10 / 120, 0.5],
    [4, 26 / 120, 0.5],
    [4, 0.8, 0.2],
  ] as const
  for (const [frame, x, y] of places) {
    const { colour } = colourAt(changed, frame, [x, y])
    for (const other of [mp4, webp]) {
      const shown = colourAt(other, frame, [x, y]).colour
      assert.ok(distance(shown, colour) < 20, `${frame} at ${x}, ${y}: ${shown.join()}, not ${colour.join()}`)
    }
  }
  // Of another file both are made anew; where it is transparent, an MP4 is white.
  await page.fill('[name=crop]', '')
  await page.setInputFiles('[name=file]', {
    name: 'disc.gif',
    mimeType: 'image/gif',
    buffer: holedGif,
  })
  await page.fill('[name=frames]', '1-2')
  await page.locator('[data-row=pixels] [data-value=after]', { hasText: '120 × 80' }).waitFor()
  await page.locator('[data-row=frames] [data-value=after]', { hasText: '2' }).waitFor()
  await settled(page)
  assert.equal(await page.locator('[data-row=mp4]').isVisible(), false)
  loaded.length = 0
  const hole = colourAt(await converted('mp4', holedGif), 1, [0.9, 0.5])
  assert.ok(distance(hole.colour, [255, 255, 255]) < 6, hole.colour.join())
  const clear = await converted('webp', holedGif)
  assert.deepEqual([colourAt(clear, 1, [0.9, 0.5]).alpha, colourAt(clear, 1, [0.1, 0.5]).alpha], [0, 255])
  await page.close()
})

test('making an MP4 can be cancelled, and a browser without encoders offers neither it nor WebP', async () => {
  const page = await withFile(gif)
  await page.locator('[data-convert=mp4]').waitFor()
  const status = await page.locator('[data-status]').innerText()
  const during = await page.evaluate(`{
    const element = (name) => document.querySelector('[data-' + name + ']')
    element('convert=mp4').click()
    const text = element('status').textContent
    element('cancel').click()
    text
  }`)
  assert.equal(during, toolsTexts.converting('MP4', 0))
  assert.equal(await page.locator('[data-status]').innerText(), status)
  assert.equal(await page.locator('[data-convert=mp4]:focus').count(), 1)
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  assert.equal((await download).suggestedFilename(), 'disc.mp4')
  await page.close()
  const without = await browser.newPage()
  await without.addInitScript(`
    delete globalThis.VideoEncoder
    OffscreenCanvas.prototype.convertToBlob = async () => new Blob([], { type: 'image/png' })
  `)
  await without.goto(`${app.url}/tools`)
  await without.setInputFiles('[name=file]', { name: 'disc.gif', mimeType: 'image/gif', buffer: gif })
  await settled(without)
  assert.equal(await without.locator('[data-convert]:visible').count(), 0)
  assert.equal(await without.getByText(toolsMessages.save.hint).count(), 1)
  await without.close()
})

test('where the browser has no decoder for a file, the page says it and offers nothing of another one', async () => {
  // Plain http: Chromium decodes animations on secure pages only.
  const page = await browser.newPage()
  await page.goto(`${app.url.replace('127.0.0.1', 'plain.test')}/tools`)
  await page.setInputFiles('[name=file]', { name: 'disc.gif', mimeType: 'image/gif', buffer: gif })
  await settled(page)
  assert.ok(await page.getByRole('table').isVisible())
  await page.setInputFiles('[name=file]', await makeAnimation(folder, 'webp', { delaysMs: [100, 100] }))
  await page.getByText(toolsTexts.unreadable).waitFor()
  assert.equal(await page.getByRole('table').isVisible(), false)
  assert.equal(await page.locator('[data-result] :is(a, button, img[src]):visible').count(), 0)
  await page.close()
})

test('a GIF of the library is changed and saved, and its page offers that and its frames', async () => {
  const page = await openPage(`/${code}`)
  const link = page.locator(`a[href$="/tools?gif=${code}"]`).first()
  await page.goto(new URL((await link.getAttribute('href')) ?? '', app.url).href)
  await settled(page)
  assert.equal(await page.locator('h1').innerText(), toolsMessages.title)
  await page.fill('[name=frames]', '1-4')
  await page.locator('[data-row=frames] [data-value=after]', { hasText: '4' }).waitFor()
  await settled(page)
  await page.fill('[name=title]', 'Four frames')
  await page.getByRole('button', { name: toolsMessages.save.submit, exact: true }).click()
  await page.waitForURL(/\/create\/\w+$/)
  await page.locator('[data-made]').waitFor()
  assert.equal(await page.locator('h1').innerText(), 'Four frames')
  await page.close()
})

test('a GIF has as many frames as its file, which shows pictures that stay as one', async () => {
  const [one = '', other = ''] = await smallPictures(0)
  const { body } = await askForGif(app.url, { pictures: [one, one, one, other, other] })
  const { url: still } = await app.ended(body.id)
  const page = await openPage(`/tools?gif=${still}`)
  await settled(page)
  const path = join(folder, 'still.gif')
  await writeFile(path, Buffer.from(await (await app.fetch(`/tools/${still}/gif`)).arrayBuffer()))
  assert.equal((await decode(path)).frames.length, 2)
  assert.equal(await cell(page, 'frames', 'before'), '2')
  // Its record counts the pictures that it was made of: that is said nowhere here.
  assert.doesNotMatch(await page.locator('[data-before]').innerText(), /frame/)
  await page.fill('[name=frames]', '2')
  await page.locator('[data-row=frames] [data-value=after]', { hasText: '1' }).waitFor()
  await page.close()
})

test('without script the form makes the same GIF', async () => {
  const plain = await openBrowser(t, { javaScriptEnabled: false })
  const page = await plain.newPage()
  await page.goto(`${app.url}/tools?gif=${code}`)
  await page.fill('[name=frames]', '99')
  await page.fill('[name=start]', '0:00.2')
  await page.getByRole('button', { name: toolsMessages.save.submit, exact: true }).click()
  await page.waitForURL(/\/create\/\w+$/)
  await page.getByText('names frame 99').waitFor()
  await page.goto(`${app.url}/tools?gif=${code}`)
  await page.fill('[name=frames]', '3-5,')
  await page.getByRole('button', { name: toolsMessages.save.submit, exact: true }).click()
  await page.locator('.field__error').waitFor()
  assert.equal(await page.inputValue('[name=frames]'), '3-5,')
  await page.fill('[name=frames]', '3-5')
  await page.getByRole('button', { name: toolsMessages.save.submit, exact: true }).click()
  await page.locator('[data-made]').waitFor()
  await page.close()
})

test('a damaged GIF, a bomb and a file that is no animation get one sentence, and leave the page usable', async () => {
  const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  const head = [...Buffer.from('GIF89a'), 64, 0, 64, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
  const bomb = Buffer.from([...head, ...Array.from({ length: 20_000 }, () => frame).flat(), 0x3b])
  const page = await withFile(gif.subarray(0, gif.length / 2))
  await page.getByText(toolsTexts.damaged).waitFor()
  const choose = (buffer: Buffer) =>
    page.setInputFiles('[name=file]', { name: 'a.gif', mimeType: 'image/gif', buffer })
  await choose(bomb)
  await page.getByText(toolsTexts.tooLarge).waitFor()
  await choose(Buffer.from('no animation at all, whatever its name says'))
  await page.getByText(toolsTexts.unreadable).waitFor()
  await choose(gif)
  await settled(page)
  assert.equal(await page.locator('.strip__frame').count(), 12)
  await page.close()
})

test('the frames of a GIF are a ZIP for who may see it, within the limits', async () => {
  const response = await app.fetch(`/${code}/frames.zip`)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-disposition'), `attachment; filename="${code}-frames.zip"`)
  const path = join(folder, 'served.zip')
  await writeFile(path, Buffer.from(await response.arrayBuffer()))
  const names = (await run('unzip', ['-Z1', path])).stdout.trim().split('\n')
  assert.deepEqual([names.length, names[0], names.at(-1)], [12, 'frame-001-100ms.png', 'frame-012-100ms.png'])
  await run('unzip', ['-o', '-d', folder, path])
  const png = join(folder, 'frame-005-100ms.png')
  assert.deepEqual(visible((await decode(png)).frames[0] ?? new Uint8Array()), (await source())[4])
  assert.ok((await readFile(png)).length > 100)
  const token = await app.token('owner@example.org')
  const video = `data:image/gif;base64,${gif.toString('base64')}`
  const values = { category: 1, title: 'Secret', keep: 1, private: 1, video }
  const { body } = await app.post('/api/create-gif/source/video', values, {
    authorization: `Bearer ${token}`,
  })
  const secret = (await app.ended(body.id)).url
  const addresses = [`/${secret}/frames.zip`, `/tools?gif=${secret}`, `/tools/${secret}/gif`]
  for (const address of addresses) assert.equal((await app.fetch(address)).status, 404, address)
  assert.equal((await app.fetch(`/tools?gif=${code}`)).status, 200)
})
