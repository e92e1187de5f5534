import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'

import { readFile, stat, writeFile } from 'node:fs/promises'

import { join } from 'node:path'

import { test } from 'node:test'

import { promisify } from 'node:util'

import { toolsTexts } from '#src/site/messages/en/client/tools.ts'

import { toolsMessages } from '#src/site/messages/en/tools.ts'

import { makeAnimation } from '../../support/media/animations.ts'

import { faultsOf } from '../../support/browser/axe.ts'

import { openBrowser } from '../../support/browser/browser.ts'

import { colorAt, decode, distance, gifLoops } from '../../support/media/decoded.ts'

import { cell, gif, holedGif, openTools, settled } from '../../support/browser/tools-page.ts'

import { shareInFile } from '../../support/shared.ts'

import { discClip } from '../../support/media/drawn-gif.ts'

import { encodeGif, visible } from '../../support/media/gif-playback.ts'

import { makeFolder } from '../../support/rendering/rendering.ts'

const run = promisify(execFile)
const tools = shareInFile(openTools)

test('a file is opened in the browser, its frames are deleted and held by keys, and nothing is sent', async () => {
  const { source, withFile, made } = tools()
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

test('every other tool previews its result before anything is saved', async () => {
  const { folder, source, withFile, made } = tools()
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
  await page.selectOption('[name=max_bytes]', '500000')
  await page.locator('[data-note]', { hasText: 'KB: more would not look better' }).waitFor()
  await page.fill('[name=speed]', 'fast')
  await page.getByText(toolsTexts.invalid).waitFor()
  assert.equal(await page.getAttribute('[name=speed]', 'aria-invalid'), 'true')
  await page.close()
})

test('a cut WebP keeps the times of its frames and its number of plays', async (t) => {
  const { withFile, made } = tools()
  const webp = await makeAnimation(await makeFolder(t), 'webp', { delaysMs: [40, 70, 1000], plays: 3 })
  const page = await withFile(await readFile(webp))
  await settled(page)
  await page.fill('[name=start]', '0.04')
  await page.locator('[data-row=frames] [data-value=after]', { hasText: '2' }).waitFor()
  const { delaysMs, path } = await made(page)
  assert.deepEqual(delaysMs, [70, 1000])
  assert.equal(await gifLoops(path), 2, 'repeated twice after the first time')
  await page.close()
})

test('the changed GIF is downloaded as MP4 and WebP that the browser makes on request, with their sizes', async () => {
  const { folder, openPage, made } = tools()
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
    // With a unique name: libvips caches files by name.
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
  // The disc of the first frame, the one of the last, and the background.
  const places = [
    [0, 10 / 120, 0.5],
    [4, 26 / 120, 0.5],
    [4, 0.8, 0.2],
  ] as const
  for (const [frame, x, y] of places) {
    const { color } = colorAt(changed, frame, [x, y])
    for (const other of [mp4, webp]) {
      const shown = colorAt(other, frame, [x, y]).color
      assert.ok(distance(shown, color) < 20, `${frame} at ${x}, ${y}: ${shown.join()}, not ${color.join()}`)
    }
  }
  // Both are made again from another file; where it is transparent, an MP4 is white.
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
  const hole = colorAt(await converted('mp4', holedGif), 1, [0.9, 0.5])
  assert.ok(distance(hole.color, [255, 255, 255]) < 6, hole.color.join())
  const clear = await converted('webp', holedGif)
  assert.deepEqual([colorAt(clear, 1, [0.9, 0.5]).alpha, colorAt(clear, 1, [0.1, 0.5]).alpha], [0, 255])
  await page.close()
})

test('if the browser has no decoder for a file, the page says so and offers nothing of another one', async () => {
  const { app, browser, folder } = tools()
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

test('a GIF of the library is changed and saved, and its page links to the tools and its frames', async () => {
  const { app, code, openPage } = tools()
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

test('without script the form makes the same GIF', async (t) => {
  const { app, code } = tools()
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
  const { withFile } = tools()
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

test('the frames of a GIF are a ZIP for people who may see it, within the limits', async () => {
  const { app, folder, code, source } = tools()
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
