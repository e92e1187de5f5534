import assert from 'node:assert/strict'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { expectGifSize } from '#src/render/encode/expected-size.ts'
import { webpBranch } from '#src/render/encode/webp.ts'
import type { FrameSource, Job } from '#src/render/job.ts'
import { FrameFile } from '#src/render/process/frame-file.ts'
import { defaultGifOptions } from '#src/options/gif-options.ts'
import { makeFolder, videoPlan } from '../support/rendering/rendering.ts'

const size = { width: 160, height: 120 }
const plan = videoPlan('unused')

/** A clip of 60 frames at 10 per second, in which one in `every` is noise and the others are black. */
async function clipWithNoise(t: TestContext, every: number) {
  const file = await FrameFile.create(join(await makeFolder(t), 'frames'), size)
  for (let frame = 0; frame < 60; frame += 1) {
    const isNoise = frame % every < 5 || every === 1
    await file.append(
      Uint8Array.from({ length: 160 * 120 * 4 }, (_, at) =>
        at % 4 === 3 ? 255 : isNoise ? Math.random() * 256 : 0,
      ),
    )
  }
  t.after(() => file.close())
  const source = { ...size, frames: 60, rate: { over: 10, under: 1 }, hasAlpha: false } as FrameSource
  return { source, file, loop: null }
}

const order = Array.from({ length: 60 }, (_, frame) => frame)

test('a GIF of noise that will not fit is refused before it is made, with a size that fits', async (t) => {
  const clip = await clipWithNoise(t, 1)
  const bytes = await expectGifSize(clip, order, plan, 1_700_000)
  assert.ok(bytes > 1_200_000 && bytes < 1_700_000, `${bytes} bytes`)
  await assert.rejects(expectGifSize(clip, order, plan, bytes / 2), (error: Error) => {
    assert.match(error.message, /a clip of at most 2\.\d seconds, a width of at most 11\d pixels/)
    return 'code' in error && error.code === 'media_too_large'
  })
})

test('a clip whose sample is inconclusive is not refused', async (t) => {
  const clip = await clipWithNoise(t, 60)
  const bytes = await expectGifSize(clip, order, plan, 60_000)
  assert.ok(bytes > 60_000, `${bytes} bytes`)
})

test('a clip of few pixels is not sampled', async (t) => {
  assert.equal(await expectGifSize(await clipWithNoise(t, 1), order, plan, 1_730_000), 0)
})

test('the WebP of a very large GIF is made of whole frames, which need no memory', () => {
  const job = { folder: () => '/folder' } as Job
  const encoderOf = (source: Partial<FrameSource>) => {
    const { output } = webpBranch({ hasAlpha: false, ...source } as FrameSource, defaultGifOptions, job)
    return output[output.indexOf('-c:v') + 1]
  }
  assert.equal(encoderOf({}), 'libwebp_anim')
  assert.equal(encoderOf({ expectedGifBytes: 100e6 }), 'libwebp_anim')
  assert.equal(encoderOf({ expectedGifBytes: 300e6 }), 'libwebp')
})
