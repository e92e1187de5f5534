import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startApp } from '../../support/app.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { chooseFiles, closeCrop, openMaker, shownSize } from '../../support/browser/maker.ts'
import { psnr } from '../../support/media/damage.ts'
import { factsOf, makeVideo } from '../../support/media/media.ts'
import { type StampedShape, stampedClip, stampedFrames } from '../../support/media/stamped-clip.ts'
import { startMake } from '../../support/processes/make.ts'

const run = promisify(execFile)

/** The pixels of all frames, as RGB. */
async function pixelsOf(path: string): Promise<Uint8Array> {
  const args = ['-v', 'error', '-i', path, '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-']
  return (await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 28 })).stdout
}

/** Makes players rotate a video by a quarter, through its header; returns its path. */
async function turnVideo(path: string): Promise<string> {
  const bytes = await readFile(path)
  const matrix = bytes.indexOf('tkhd') + 44
  const quarter = [0, 0x1_00_00, 0, -0x1_00_00, 0, 0, 0, 0, 0x40_00_00_00]
  for (const [index, value] of quarter.entries()) bytes.writeInt32BE(value, matrix + index * 4)
  await writeFile(path, bytes)
  return path
}

test('an edit is previewed as the resulting GIF, and downloaded without sending anything', async (t) => {
  const app = await startApp(t, { SITE_NAME: 'Mark' })
  const { page, calm } = await openMaker(app, await openBrowser(t))
  // As phones film: stored on its side.
  const path = await turnVideo(await makeVideo(t, { seconds: 2, width: 320, height: 180, fps: 15 }))
  const sent: string[] = []
  page.on('request', (request) => {
    const isOwnFile = request.url().startsWith(`${app.url}/static/`)
    const isMark = request.url().startsWith(`${app.url}/create/watermark.png?`)
    const isLocal = request.url().startsWith('blob:')
    if (request.method() !== 'GET' || request.postData() !== null || !(isOwnFile || isMark || isLocal))
      sent.push(`${request.method()} ${request.url()}`)
  })

  await chooseFiles(page, path)
  // While a crop is drawn, the source is shown.
  await closeCrop(page)
  assert.match(await shownSize(page, '30 frames'), /^[\d.]+ [KM]B\s· 180\s×\s320\s· 30 frames$/)
  await page.getByLabel('GIF width').fill('120')
  await page.getByRole('radio', { name: 'Small' }).check()
  await page.getByRole('checkbox', { name: 'Reverse' }).check()
  await page.getByLabel('End (seconds)').fill('1')
  await page.getByLabel('End (seconds)').press('Tab')
  const size = await shownSize(page, '15 frames')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'clip.gif')
  const saved = join(app.folder, 'downloaded.gif')
  await download.saveAs(saved)
  assert.deepEqual(sent, [])
  await page.getByText('clip.gif is saved. Nothing was uploaded.').waitFor()

  const options = ['--end', '1', '--width', '120', '--reverse', '--preset', 'small', '--watermark', 'Mark']
  const { code, err } = await startMake(app.folder, [path, '-o', 'made.gif', ...options]).ended
  assert.equal(code, 0, err)
  const made = join(app.folder, 'made.gif')
  const [ours, theirs] = [await factsOf(saved), await factsOf(made)]
  assert.deepEqual([ours.width, ours.height, ours.frames], [theirs.width, theirs.height, theirs.frames])
  const [bytes, bytesOfServer] = [(await stat(saved)).size, (await stat(made)).size]
  const share = bytes / bytesOfServer
  assert.ok(Math.abs(share - 1) < 0.02, `${share.toFixed(3)} times the bytes of the server's`)
  const likeness = psnr(await pixelsOf(saved), await pixelsOf(made))
  // The frames are the same except for rounding, which leads a search to other pixels that look alike.
  assert.ok(likeness > 32, `${likeness.toFixed(1)} dB`)
  assert.ok(size.startsWith(`${Math.round(bytes / 1000)} KB `), `${size} of ${bytes} bytes`)
  assert.deepEqual(await faultsOf(page), [])
  calm()
})

test('the preview has the frames and times of the GIF that the server makes', async (t) => {
  const app = await startApp(t, { WATERMARK: 'off' })
  const browser = await openBrowser(t)
  const late = { seconds: 0.5, codec: ['-c:a', 'libopus'] }
  const evenStamps = [0.03, 0.13, 0.23, 0.33]
  const clips: [StampedShape, frames: string[]][] = [
    [{ stamps: [0, 1, 1.5, 3], lastSeconds: 0.5, extension: 'mp4' }, ['0:1000', '1:500', '2:1500', '3:500']],
    [{ stamps: evenStamps, extension: 'mkv', sound: late }, ['0:100', '1:100', '2:100', '3:100']],
  ]
  for (const [shape, frames] of clips) {
    const { page } = await openMaker(app, browser)
    const path = await stampedClip(shape)
    await chooseFiles(page, path)
    await shownSize(page, `${frames.length} frames`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    const saved = join(app.folder, 'seen.gif')
    await download.saveAs(saved)
    assert.deepEqual(await stampedFrames(saved), frames)
    const { code, err } = await startMake(app.folder, [path, '-o', 'made.gif']).ended
    assert.equal(code, 0, err)
    assert.deepEqual(await stampedFrames(join(app.folder, 'made.gif')), frames)
    await page.close()
  }
})
