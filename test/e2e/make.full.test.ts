import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { colorAt, frameNumber, gifLoops } from '../support/media/decoded.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { made } from '../support/processes/make.ts'

const fixtures = await ensureFixtures()
const fixture = (name: string) => join(fixtures, name)
const picture = (name: string) => join(fixtures, 'pictures', name)

test('frames keep their durations, so that the GIF is as long as the clip', async (t) => {
  const { delaysMs } = await made(t, [fixture('numbered-30.mkv'), '--start', '1', '--end', '3'])
  assert.equal(delaysMs.length, 30)
  assert.equal(
    delaysMs.reduce((sum, ms) => sum + ms, 0),
    2000,
  )
  assert.ok(delaysMs.every((ms) => ms === 60 || ms === 70))
})

test('frames follow each other at the requested rate', async (t) => {
  const gif = await made(t, [fixture('numbered-30.mkv'), '--fps', '10', '--end', '2', '--preset', 'best'])
  const numbers = gif.frames.map((_, frame) => frameNumber(gif, frame))
  // The first is the one on screen at the start; each later one is the last of the three that it replaces.
  assert.deepEqual(
    numbers,
    Array.from({ length: 20 }, (_, frame) => (frame === 0 ? 0 : frame * 3 + 1)),
  )
})

test('a GIF stays below the requested size', async (t) => {
  const words = [fixture('large-odd.mp4'), '--fps', '30']
  const usual = await made(t, words)
  const least = Math.floor(usual.bytes * 0.8)
  const small = await made(t, [...words, '--max-bytes', String(least)])
  assert.ok(small.bytes <= least, `${small.bytes} of ${least}`)
})

test('the part that loops best is found and reported', async (t) => {
  const { err, frames } = await made(t, [fixture('numbered-30.mkv'), '--auto-loop', '--start', '1'])
  assert.match(err, /^The loop is from \d\.\d\d to \d\.\d\d s\.$/m)
  assert.ok(frames.length > 0)
})

test('a GIF plays the requested number of times, stored in the file as repeats', async (t) => {
  assert.equal(await gifLoops((await made(t, [fixture('h264.mp4')])).path), 0)
  assert.equal(await gifLoops((await made(t, [fixture('h264.mp4'), '--loop', '3'])).path), 2)
})

test('a watermark is added only on request', async (t) => {
  const plain = await made(t, [fixture('large-odd.mp4'), '--end', '0.1'])
  const marked = await made(t, [fixture('large-odd.mp4'), '--end', '0.1', '--watermark', 'frogs.example'])
  const brightest = ({ frames, width }: typeof plain) =>
    frames[0]!
      .subarray(-40 * width * 4)
      .reduce((most, value, at) => (at % 4 === 1 && value > most ? value : most), 0)
  assert.ok(brightest(marked) > brightest(plain) + 20)
})

test('an animated WebP is a video', async (t) => {
  const gif = await made(t, [picture('animated.webp'), '--fps', '20'])
  assert.deepEqual([gif.width, gif.height], [64, 48])
  assert.equal(
    gif.delaysMs.reduce((sum, ms) => sum + ms, 0),
    200,
  )
  const half = await made(t, [picture('animated.webp'), '--fps', '20', '--start', '0.1', '--width', '32'])
  assert.deepEqual([half.width, half.height], [32, 24])
})

test('transparency is preserved', async (t) => {
  for (const name of ['alpha-vp9.webm', 'alpha.gif']) {
    const gif = await made(t, [fixture(name), '--width', '100'])
    assert.deepEqual([colorAt(gif, 0, [0.2, 0.5]).alpha, colorAt(gif, 0, [0.8, 0.5]).alpha], [255, 0], name)
  }
})
