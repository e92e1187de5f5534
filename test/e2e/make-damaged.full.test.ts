import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { copyChanged, encodeClip, encodeJoined, flipBits, psnr } from '../support/media/damage.ts'
import { decode } from '../support/media/decoded.ts'
import { make, workFolder } from '../support/processes/make.ts'

const run = promisify(execFile)
const realClip = fileURLToPath(new URL('../../../shared/media/h264-444.mp4', import.meta.url))
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2']

/** The clip as decoded from the beginning of the file, every 15th of a second. */
async function framesFromStart(path: string, [from, to]: [number, number], size: [number, number]) {
  const filters = `trim=${from - 0.0006}:${to},setpts=PTS-STARTPTS,fps=15,scale=${size.join(':')}`
  const output = ['-vf', filters, '-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1']
  const { stdout } = await run('ffmpeg', ['-v', 'quiet', '-i', path, ...output], {
    encoding: 'buffer',
    maxBuffer: 2 ** 30,
  })
  return (frame: number) =>
    stdout.subarray(frame * size[0] * size[1] * 4, (frame + 1) * size[0] * size[1] * 4)
}

async function assertShown(gif: string, path: string, clip: [number, number], size: [number, number]) {
  const expected = await framesFromStart(path, clip, size)
  const { frames } = await decode(gif)
  assert.equal(frames.length, Math.round((clip[1] - clip[0]) * 15))
  for (const [index, frame] of frames.entries()) {
    const decibels = psnr(frame, expected(index))
    assert.ok(decibels > 24, `frame ${index}: ${decibels.toFixed(1)} dB`)
  }
}

test(
  'a 4:4:4 clip of an old x264 looks the same after a seek as from the start',
  { skip: existsSync(realClip) ? false : 'the folder of real clips is missing' },
  async (t) => {
    const folder = await workFolder(t)
    const end = await make(folder, [realClip, '--start', '6', '--end', '8', '-o', 'out.gif'])
    assert.equal(end.code, 0, end.err)
    await assertShown(join(folder, 'out.gif'), realClip, [6, 8], [480, 270])
  },
)

test('when decoders need data from long before the clip, it is decoded again from further back', async (t) => {
  const folder = await workFolder(t)
  const path = await encodeJoined(join(folder, 'joined.mp4'))
  for (const clip of [
    [4.4, 5.4],
    // The damage begins within it.
    [2.6, 5.4],
  ] as [number, number][]) {
    const words = ['joined.mp4', '--start', String(clip[0]), '--end', String(clip[1]), '-o', 'out.gif']
    const end = await make(folder, words)
    assert.equal(end.code, 0, end.err)
    await assertShown(join(folder, 'out.gif'), path, clip, [320, 240])
  }
})

test('a mostly damaged video leaves no GIF, and the time of the first damage is reported', async (t) => {
  const folder = await workFolder(t)
  const whole = await encodeClip(join(folder, 'whole.mp4'), h264)
  await copyChanged(whole, join(folder, 'noise.mp4'), (bytes) => flipBits(bytes, [0.35, 1], 7))
  const end = await make(folder, ['noise.mp4', '-o', 'out.gif'])
  assert.equal(end.code, 1)
  assert.match(end.err, /noise\.mp4 is damaged from 0:0[1-4]\.\d on; choose another part\./)
  assert.deepEqual((await readdir(folder)).toSorted(), ['noise.mp4', 'whole.mp4'])
})

test('a few flipped bits still give a GIF', async (t) => {
  const folder = await workFolder(t)
  const whole = await encodeClip(join(folder, 'whole.mp4'), h264)
  await copyChanged(whole, join(folder, 'flipped.mp4'), (bytes) => flipBits(bytes, [0.3, 1], 90_000))
  const end = await make(folder, ['flipped.mp4', '--start', '1', '--end', '5', '-o', 'out.gif'])
  assert.equal(end.code, 0, end.err)
  assert.ok((await decode(join(folder, 'out.gif'))).frames.length > 30)
})
