import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { muxWebp, type WebpFrame } from '#src/site/tools/client/convert/webp/mux-webp.ts'

type Color = { r: number; g: number; b: number; alpha: number }

const red = { r: 220, g: 30, b: 30, alpha: 1 }
const clear = { r: 0, g: 0, b: 0, alpha: 0 }
const half = { r: 30, g: 30, b: 220, alpha: 0.5 }

/** A frame of one color. */
async function frameOf(
  place: Pick<WebpFrame, 'x' | 'y' | 'width' | 'height' | 'durationMs'>,
  background: Color,
  lossless = false,
): Promise<WebpFrame> {
  const { width, height } = place
  const still = await sharp({
    create: { width, height, channels: background.alpha === 1 ? 3 : 4, background },
  })
    .webp({ lossless, quality: 90 })
    .toBuffer()
  return { ...place, still }
}

/** An animation as libvips reads it: its metadata, and the pixel of each frame at a position. */
async function play(webp: Uint8Array, [x, y]: [number, number]) {
  const { width, pageHeight = 0, pages, delay, loop, hasAlpha } = await sharp(webp, { pages: -1 }).metadata()
  const pixels = await sharp(webp, { pages: -1 }).ensureAlpha().raw().toBuffer()
  const shown = Array.from({ length: pages ?? 0 }, (_, page) => {
    const at = ((page * pageHeight + y) * width + x) * 4
    return [...pixels.subarray(at, at + 4)]
  })
  return { width, height: pageHeight, pages, delay, loop, hasAlpha, shown }
}

const near = (one: number[] | undefined, other: number[]) =>
  other.every((value, channel) => Math.abs(value - (one?.[channel] ?? -99)) <= 6)

test('still WebP files become an animation with their times, places, loops and alpha, lossy and lossless', async () => {
  const whole = { x: 0, y: 0, width: 33, height: 21 }
  const frames = [
    await frameOf({ ...whole, durationMs: 70 }, red),
    await frameOf({ x: 10, y: 4, width: 7, height: 9, durationMs: 1230 }, half),
    await frameOf({ x: 10, y: 4, width: 7, height: 9, durationMs: 20 }, clear, true),
  ]
  const webp = muxWebp(frames, { width: 33, height: 21, loops: 3 })
  assert.equal(new DataView(webp.buffer).getUint32(4, true), webp.length - 8)
  const inside = await play(webp, [12, 8])
  const { width, height, pages, delay, loop, hasAlpha } = inside
  assert.deepEqual(
    { width, height, pages, delay, loop, hasAlpha },
    { width: 33, height: 21, pages: 3, delay: [70, 1230, 20], loop: 3, hasAlpha: true },
  )
  // A frame replaces the content of its box: nothing shines through where it is transparent.
  assert.ok(near(inside.shown[0], [220, 30, 30, 255]), String(inside.shown[0]))
  assert.ok(near(inside.shown[1], [30, 30, 220, 128]), String(inside.shown[1]))
  assert.equal(inside.shown[2]?.[3], 0)
  const outside = await play(webp, [9, 8])
  for (const pixel of outside.shown) assert.ok(near(pixel, [220, 30, 30, 255]), String(pixel))
})

test('an opaque animation is marked as such, one without a loop count plays forever, and a file that is no WebP is refused', async () => {
  const frames = [await frameOf({ x: 0, y: 0, width: 16, height: 16, durationMs: 100 }, red, true)]
  const webp = muxWebp(frames, { width: 16, height: 16, loops: 0 })
  const { loop, hasAlpha } = await play(webp, [0, 0])
  assert.deepEqual([loop, hasAlpha], [0, false])
  const png = await sharp({ create: { width: 16, height: 16, channels: 3, background: red } })
    .png()
    .toBuffer()
  const [frame] = frames
  assert.ok(frame)
  assert.throws(
    () => muxWebp([{ ...frame, still: png }], { width: 16, height: 16, loops: 0 }),
    /no still WebP/,
  )
})
