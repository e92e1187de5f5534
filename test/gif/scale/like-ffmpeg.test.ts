import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { GifEncoder } from '#src/gif/encode/encoder.ts'
import { presetSettings } from '#src/gif/encode/encoder-settings.ts'
import type { YuvMatrix } from '#src/gif/scale/picture.ts'
import { PictureScaler } from '#src/gif/scale/picture-scaler.ts'
import { isFullRun } from '../../support/full-run.ts'

const run = promisify(execFile)

type Size = { width: number; height: number }

const frameCount = isFullRun ? 6 : 2

/** The frames of a drawn clip, as ffmpeg gives them in a pixel format after some filters. */
async function framesOf(from: Size, filters: string, format: string, frameBytes: number): Promise<Buffer[]> {
  // Drawing takes far longer than the rest, so large pictures are enlarged small ones, with hard edges.
  const by = from.width * from.height > 100_000 ? 4 : 1
  const drawn = `mandelbrot=s=${from.width / by}x${from.height / by}:r=15:start_scale=0.1:end_scale=0.05`
  const input = `${drawn},scale=${from.width}:${from.height}:flags=neighbor,format=yuv420p`
  const args = [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    input,
    '-frames:v',
    String(frameCount),
    '-vf',
    `${filters},format=${format}`,
  ]
  const { stdout } = await run('ffmpeg', [...args, '-f', 'rawvideo', '-'], {
    encoding: 'buffer',
    maxBuffer: 2 ** 28,
  })
  assert.equal(stdout.length, frameCount * frameBytes)
  return Array.from({ length: frameCount }, (_, frame) =>
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

type Case = {
  name: string
  from: Size
  to: Size
  matrix: YuvMatrix
  format?: 'yuv420p' | 'yuv422p' | 'yuv444p'
}

const cases: Case[] = [
  {
    name: 'a small picture, to odd sides',
    from: { width: 640, height: 360 },
    to: { width: 301, height: 170 },
    matrix: 'bt601',
  },
  {
    name: 'in the colours of HD',
    from: { width: 640, height: 360 },
    to: { width: 320, height: 180 },
    matrix: 'bt709',
  },
  {
    name: 'from a large one, of which many rows count',
    from: { width: 1080, height: 1920 },
    to: { width: 270, height: 480 },
    matrix: 'bt709',
  },
  {
    name: 'with more colour down than across',
    from: { width: 640, height: 360 },
    to: { width: 320, height: 180 },
    matrix: 'bt601',
    format: 'yuv422p',
  },
  {
    name: 'with all colour',
    from: { width: 640, height: 360 },
    to: { width: 320, height: 180 },
    matrix: 'bt601',
    format: 'yuv444p',
  },
  {
    name: 'as it is',
    from: { width: 320, height: 240 },
    to: { width: 320, height: 240 },
    matrix: 'bt601',
  },
]

const shifts = {
  yuv420p: { shiftX: 1, shiftY: 1 },
  yuv422p: { shiftX: 1, shiftY: 0 },
  yuv444p: { shiftX: 0, shiftY: 0 },
} as const

for (const { name, from, to, matrix, format = 'yuv420p' } of cases) {
  if (!isFullRun && name.startsWith('from a large one')) continue
  test(`frames are scaled as ffmpeg scales them, and their GIF is as large: ${name}`, async () => {
    const { shiftX, shiftY } = shifts[format]
    const lumaBytes = from.width * from.height
    const planes = await framesOf(
      from,
      `format=${format}`,
      format,
      lumaBytes + (2 * lumaBytes) / 2 ** (shiftX + shiftY),
    )
    const scale = `format=${format},scale=${to.width}:${to.height}:flags=bicubic:in_color_matrix=${matrix}`
    const expected = await framesOf(from, `${scale},setsar=1`, 'rgba', to.width * to.height * 4)
    const scaler = new PictureScaler({ x: 0, y: 0, ...from }, to)
    const scaled = planes.map((bytes) =>
      scaler.scale({ kind: 'yuv', ...from, planes: bytes, shiftX, shiftY, matrix, isFullRange: false }),
    )
    let squares = 0
    for (const [frame, pixels] of scaled.entries()) {
      for (const [at, level] of pixels.entries()) squares += (level - (expected[frame]?.[at] ?? 0)) ** 2
    }
    const psnr = 10 * Math.log10(255 ** 2 / (squares / (frameCount * to.width * to.height * 3)))
    assert.ok(psnr > 50, `${psnr.toFixed(1)} dB`)
    const ratio = gifBytes(scaled, to) / gifBytes(expected, to)
    assert.ok(Math.abs(ratio - 1) < 0.02, `${ratio.toFixed(3)} times the bytes`)
  })
}
