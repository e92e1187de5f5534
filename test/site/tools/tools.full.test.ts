import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'

import { join } from 'node:path'

import { test } from 'node:test'

import { toolsTexts } from '#src/site/messages/en/client/tools.ts'

import { toolsMessages } from '#src/site/messages/en/tools.ts'

import { faultsOf } from '../../support/browser/axe.ts'

import { askForGif, smallPictures } from '../../support/creations.ts'

import { decode } from '../../support/media/decoded.ts'

import { cell, gif, openTools, settled } from '../../support/browser/tools-page.ts'

import { shareInFile } from '../../support/shared.ts'

import { visible } from '../../support/media/gif-playback.ts'

const tools = shareInFile(openTools)

test('the crop is chosen on the original animation, by dragging and by keys, or typed', async () => {
  const { source, withFile, made } = tools()
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

test('making an MP4 can be canceled, and a browser without encoders offers neither it nor WebP', async () => {
  const { app, browser, withFile } = tools()
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

test('a GIF has as many frames as its file, which merges unchanged pictures', async () => {
  const { app, folder, openPage } = tools()
  const [one = '', other = ''] = await smallPictures(0)
  const { body } = await askForGif(app.url, { pictures: [one, one, one, other, other] })
  const { url: still } = await app.ended(body.id)
  const page = await openPage(`/tools?gif=${still}`)
  await settled(page)
  const path = join(folder, 'still.gif')
  await writeFile(path, Buffer.from(await (await app.fetch(`/tools/${still}/gif`)).arrayBuffer()))
  assert.equal((await decode(path)).frames.length, 2)
  assert.equal(await cell(page, 'frames', 'before'), '2')
  // Its record counts the source pictures, which no text shows here.
  assert.doesNotMatch(await page.locator('[data-before]').innerText(), /frame/)
  await page.fill('[name=frames]', '2')
  await page.locator('[data-row=frames] [data-value=after]', { hasText: '1' }).waitFor()
  await page.close()
})
