import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { describe } from 'node:test'
import { promisify } from 'node:util'
import { watermarkFrames } from '#src/app/watermark-frames.ts'
import { AppError } from '#src/lib/app-error.ts'
import sharp from 'sharp'
import { makeWatermark, watermarkFrame } from '#src/render/process/draw-watermark.ts'
import { decode } from '../support/media/decoded.ts'
import { leastOfThree } from '../support/processes/main-thread.ts'
import { makeFolder } from '../support/rendering/rendering.ts'

const short = 'gifs.example'
const usual = 'gifs.long-hostname.example'
const long = 'a-really-long-host-name-that-goes-on.and-on.gifs.example.com'

describe('the watermark', () => {
  const frames: [width: number, height: number, text: string][] = [
    [200, 356, usual],
    [200, 356, long],
    [480, 270, long],
    [480, 1920, long],
    [480, 48, usual],
    [1280, 40, usual],
    [60, 400, short],
    [60, 400, long],
    [32, 32, short],
  ]
  for (const [width, height, text] of frames) {
    test(`stays on frames of ${width}x${height} with ${text.length} characters`, async (t) => {
      const path = join(await makeFolder(t), 'watermark.png')
      const mark = await makeWatermark(text, { width, height }, path)
      assert.ok(mark !== null)
      const letters = await decode(path)
      assert.ok(mark.x >= 0 && mark.x + letters.width <= width, `${mark.x} + ${letters.width}`)
      assert.ok(mark.y >= height * 0.4 && mark.y + letters.height <= height, `${mark.y} + ${letters.height}`)
      const bright = brightRows(letters)
      assert.ok(bright.size >= 8, `letters of ${bright.size} rows are readable`)
    })
  }

  test('is complete if it has room, and cut with an ellipsis otherwise', async (t) => {
    const folder = await makeFolder(t)
    const widthOf = async (text: string, width: number) => {
      const path = join(folder, 'watermark.png')
      assert.ok((await makeWatermark(text, { width, height: 356 }, path)) !== null)
      return (await decode(path)).width
    }
    assert.ok((await widthOf(`${usual} and the rest`, 400)) > (await widthOf(usual, 400)))
    assert.equal(await widthOf(`${long} one`, 200), await widthOf(`${long} other`, 200))
  })

  test('is no wider than half of a frame that has room for larger type', async (t) => {
    const path = join(await makeFolder(t), 'watermark.png')
    await makeWatermark(usual, { width: 480, height: 853 }, path)
    assert.ok((await decode(path)).width <= 240)
  })

  test('is left out only without text, and on frames under 32 pixels', async (t) => {
    const path = join(await makeFolder(t), 'watermark.png')
    assert.equal(await makeWatermark(null, { width: 480, height: 270 }, path), null)
    assert.equal(await makeWatermark(' \n', { width: 480, height: 270 }, path), null)
    assert.equal(await makeWatermark(short, { width: 480, height: 31 }, path), null)
  })

  test('that shows nothing is a fault of the service, not a GIF without it', async (t) => {
    const path = join(await makeFolder(t), 'watermark.png')
    await assert.rejects(makeWatermark('\u200b', { width: 480, height: 270 }, path), (error: unknown) => {
      assert.ok(error instanceof AppError)
      assert.deepEqual(
        [error.code, error.message],
        ['internal', 'GIFs cannot be made at the moment; try again later.'],
      )
      assert.match(String(error.cause), /^The watermark cannot be drawn: .*no text/)
      return true
    })
  })

  test('on a machine without fonts is a fault of the service, not a row of boxes', async (t) => {
    const folder = await makeFolder(t)
    const fonts = join(folder, 'fonts.conf')
    await writeFile(fonts, '<fontconfig></fontconfig>')
    const script = `
      const { makeWatermark } = await import('#src/render/process/draw-watermark.ts')
      await makeWatermark('x', { width: 480, height: 270 }, process.argv[1]).then(
        () => console.log('drawn'),
        (error) => console.log(error.code, error.cause),
      )`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script, join(folder, 'watermark.png')],
      { cwd: join(import.meta.dirname, '../..'), env: { ...process.env, FONTCONFIG_FILE: fonts } },
    )
    assert.equal(stdout.trim(), 'internal The watermark cannot be drawn: no font is installed')
  })
})

describe('the watermark on a transparent frame', () => {
  for (const [width, height] of [
    [480, 270],
    [1280, 3000],
    [40, 400],
    [333, 33],
  ] as const) {
    test(`has at ${width}x${height} the pixels and the position of the one on GIFs`, async (t) => {
      const path = join(await makeFolder(t), 'watermark.png')
      const mark = await makeWatermark(usual, { width, height }, path)
      const png = await watermarkFrame(usual, { width, height })
      assert.ok(mark !== null && png !== null)
      const { data, info } = await pixelsOf(png)
      const drawn = await pixelsOf(await readFile(path))
      const expected = Buffer.alloc(width * height * 4)
      for (let row = 0; row < drawn.info.height; row++) {
        const from = row * drawn.info.width * 4
        const at = ((mark.y + row) * width + mark.x) * 4
        drawn.data.copy(expected, at, from, from + drawn.info.width * 4)
      }
      assert.deepEqual([info.width, info.height, info.channels], [width, height, 4])
      assert.ok(data.equals(expected))
    })
  }

  test('costs little for each new size, since its letters are drawn once', async () => {
    const sizes = Array.from({ length: 100 }, (_, index) => ({ width: 300 + index, height: 700 - index }))
    await watermarkFrame(usual, { width: 300, height: 300 })
    const cost = async () => {
      const before = process.cpuUsage()
      for (const size of sizes) await watermarkFrame(usual, size)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000 / sizes.length
    }
    const ms = await leastOfThree(cost, 2)
    assert.ok(ms < 6, `${ms.toFixed(1)} ms of CPU for each size`)
  })

  test('is refused, with when to retry, if too many wait for theirs', async () => {
    const draw = watermarkFrames()
    const answers = Array.from({ length: 60 }, (_, index) => draw(usual, { width: 200 + index, height: 200 }))
    const results = await Promise.allSettled(answers)
    const refused = results.filter((result) => result.status === 'rejected')
    assert.equal(refused.length, 10)
    for (const { reason } of refused as { reason: unknown }[]) {
      assert.ok(reason instanceof AppError)
      assert.equal(reason.code, 'unavailable')
      assert.ok(reason.retryAfterSeconds !== undefined)
    }
    assert.ok((await draw(usual, { width: 200, height: 200 })) !== null)
  })
})

const pixelsOf = (png: Buffer) => sharp(png).raw().toBuffer({ resolveWithObject: true })

/** The rows in which something white is visible. */
function brightRows({ width, frames }: Awaited<ReturnType<typeof decode>>): Set<number> {
  const rows = new Set<number>()
  const [frame] = frames
  if (frame === undefined) return rows
  for (let at = 0; at < frame.length; at += 4) if (frame[at]! > 128) rows.add(Math.floor(at / 4 / width))
  return rows
}
