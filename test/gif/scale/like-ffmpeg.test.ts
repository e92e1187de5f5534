import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { GifEncoder } from '#src/gif/encode/encoder.ts'
import { presetSettings } from '#src/gif/encode/encoder-settings.ts'
import type { YuvMatrix } from '#src/gif/scale/picture.ts'
import { PictureScaler } from '#src/gif/scale/picture-scaler.ts'

const run = promisify(execFile)

type Size = { width: number; height: number }

/** The frames of a drawn clip, as ffmpeg gives them in a pixel format after some filters. */
async function framesOf(from: Size, filters: string, format: string, frameBytes: number): Promise<Buffer[]> {
  const input = `mandelbrot=s=${from.width}x${from.height}:r=15:start_scale=0.1:end_scale=0.05,format=yuv420p`
  const args = [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    input,
    '-frames:v',
    '12',
    '-vf',
    `${filters},format=${format}`,
  ]
  const { stdout } = await run('ffmpeg', [...args, '-f', 'rawvideo', '-'], {
    encoding: 'buffer',
    maxBuffer: 2 ** 28,
  })
  assert.equal(stdout.length, 12 * frameBytes)
  return Array.from({ length: 12 }, (_, frame) =>
    stdout.subarray(frame * frameBytes, (frame + 1) * frameBytes),
  )
}

function gifBytes(frames: readonly Uint8Array[], size: Size): number {
  let bytes = 0
  const encoder = new GifEncoder({ ...size, loops: 0 }, presetSettings('balanced'), (part) => {
    bytes += part.length
  })
  for (const frame of frames) encoder.add(frame, 1000 / 15)
  encoder.finish()
  return bytes
}

const cases: [name: string, from: Size, to: Size, matrix: YuvMatrix][] = [
  ['a small picture, to odd sides', { width: 640, height: 360 }, { width: 301, height: 170 }, 'bt601'],
  ['in the colours of HD', { width: 1280, height: 720 }, { width: 480, height: 270 }, 'bt709'],
  ['as it is', { width: 320, height: 240 }, { width: 320, height: 240 }, 'bt601'],
]

for (const [name, from, to, matrix] of cases) {
  test(`frames are scaled as ffmpeg scales them, and their GIF is as large: ${name}`, async () => {
    const planes = await framesOf(from, 'null', 'yuv420p', (from.width * from.height * 3) / 2)
    const scale = `scale=${to.width}:${to.height}:flags=bicubic:in_color_matrix=${matrix}`
    const expected = await framesOf(from, `${scale},setsar=1`, 'rgba', to.width * to.height * 4)
    const scaler = new PictureScaler({ x: 0, y: 0, ...from }, to)
    const scaled = planes.map((bytes) =>
      scaler.scale({ kind: 'yuv', ...from, planes: bytes, shiftX: 1, shiftY: 1, matrix, isFullRange: false }),
    )
    let squares = 0
    for (const [frame, pixels] of scaled.entries()) {
      for (const [at, level] of pixels.entries()) squares += (level - (expected[frame]?.[at] ?? 0)) ** 2
    }
    const psnr = 10 * Math.log10(255 ** 2 / (squares / (12 * to.width * to.height * 3)))
    assert.ok(psnr > 44, `${psnr.toFixed(1)} dB`)
    const ratio = gifBytes(scaled, to) / gifBytes(expected, to)
    assert.ok(Math.abs(ratio - 1) < 0.05, `${ratio.toFixed(3)} times the bytes`)
  })
}
