import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shrinkToFit } from '#src/render/encode/gif-within-limit.ts'

type Size = { width: number; height: number }

/** Frames with the given number of pixels; half as many after each reduction. */
const half = async ({ width, height }: Size) => ({ width: width / 2, height: height / 2 })

const tooLarge = (size: Size, bytes: number) => ({
  fits: false as const,
  tried: { ...size, bytes },
  smaller: { width: 0, height: 0, keepEvery: 1 },
})

test('frames are reduced until their GIF fits', async () => {
  const tried: number[] = []
  const fitted = await shrinkToFit(
    { width: 64, height: 32 },
    {
      maxBytes: 5000,
      shrink: half,
      fit: async (size) => {
        tried.push(size.width)
        return size.width <= 16 ? { fits: true, bytes: 4900, level: 0.4 } : tooLarge(size, 9000)
      },
    },
  )
  assert.deepEqual(fitted, { frames: { width: 16, height: 8 }, bytes: 4900, level: 0.4 })
  assert.deepEqual(tried, [64, 32, 16])
})

test('a clip that fits at no size is refused with the name of the limit and a sufficient value', async () => {
  let tries = 0
  const fit = async (size: Size) => tooLarge(size, 76_543 / ++tries)
  await assert.rejects(shrinkToFit({ width: 4096, height: 2048 }, { maxBytes: 5000, fit, shrink: half }), {
    name: 'AppError',
    code: 'invalid_value',
    field: 'max_bytes',
    retry: false,
    message:
      'The GIF does not fit into 5000 bytes: even of 32 x 16 pixels it takes about 9600. Allow it more, or take a shorter clip or fewer frames.',
  })
  assert.equal(tries, 8)
})
