import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { GifEncoder } from '#src/gif/encode/encoder.ts'
import { presetSettings } from '#src/gif/encode/encoder-settings.ts'
import type { YuvMatrix } from '#src/gif/scale/picture.ts'
import { PictureScaler } from '#src/gif/scale/picture-scaler.ts'
import type { VideoFacts } from '#src/render/probe/probe-video.ts'
import { readColors } from '#src/render/probe/source-colors.ts'
import { cropToArea } from '#src/render/process/crop.ts'
import { scaleToSize } from '#src/render/process/scale.ts'
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
  location?: 'left' | 'topleft'
  crop?: Size & { x: number; y: number }
}

const cases: Case[] = [
  {
    name: 'a small picture, to odd sides',
    from: { width: 640, height: 360 },
    to: { width: 301, height: 170 },
    matrix: 'bt601',
  },
  {
    name: 'in the colors of HD, with color at the left',
    from: { width: 640, height: 360 },
    to: { width: 320, height: 180 },
    matrix: 'bt709',
    location: 'left',
  },
  {
    name: 'from a large one, with many source rows per row',
    from: { width: 1080, height: 1920 },
    to: { width: 270, height: 480 },
    matrix: 'bt709',
  },
  {
    name: 'with more vertical than horizontal color resolution',
    from: { width: 640, height: 360 },
    to: { width: 320, height: 180 },
    matrix: 'bt601',
    format: 'yuv422p',
  },
  {
    name: 'with full color resolution',
    from: { width: 640, height: 360 },
    to: { width: 320, height: 180 },
    matrix: 'bt601',
    format: 'yuv444p',
  },
  {
    name: 'unchanged',
    from: { width: 320, height: 240 },
    to: { width: 320, height: 240 },
    matrix: 'bt2020',
    location: 'topleft',
  },
  {
    name: 'a crop that begins within a sample of color',
    from: { width: 640, height: 360 },
    to: { width: 240, height: 161 },
    matrix: 'bt601',
    location: 'left',
    crop: { x: 31, y: 15, width: 481, height: 321 },
  },
]

const shifts = {
  yuv420p: { shiftX: 1, shiftY: 1 },
  yuv422p: { shiftX: 1, shiftY: 0 },
  yuv444p: { shiftX: 0, shiftY: 0 },
} as const

/** The names of matrices in headers. */
const matrixNames = { bt601: 'smpte170m', bt709: 'bt709', bt2020: 'bt2020nc' } as const

/** The filters of the server for a clip with this tag. */
function serverFilters({ from, to, matrix, format = 'yuv420p', location, crop }: Case): string {
  const colors = readColors({ pix_fmt: format, ...(location !== undefined && { chroma_location: location }) })
  const colorMatrix = matrixNames[matrix]
  const clip = {
    facts: {
      ...from,
      colors,
      colorMatrix,
      pixelAspect: null,
      rotationDegrees: 0,
      hasAlpha: false,
    } as VideoFacts,
    size: to,
    crop: crop ?? null,
    startSeconds: 0,
    speed: 1,
    rate: { over: 1, under: 1 },
    frames: 1,
    canToneMap: false,
  }
  return [`setparams=colorspace=${colorMatrix}`, ...cropToArea(clip), ...scaleToSize(clip), 'setsar=1'].join(
    ',',
  )
}

for (const testCase of cases) {
  const { name, from, to, matrix, format = 'yuv420p', location, crop } = testCase
  if (!isFullRun && name.startsWith('from a large one')) continue
  test(`frames are scaled like on the server, and their GIF has the same size: ${name}`, async () => {
    const { shiftX, shiftY } = shifts[format]
    const { chroma } = readColors({
      pix_fmt: format,
      ...(location !== undefined && { chroma_location: location }),
    })
    const lumaBytes = from.width * from.height
    const planes = await framesOf(
      from,
      `format=${format}`,
      format,
      lumaBytes + (2 * lumaBytes) / 2 ** (shiftX + shiftY),
    )
    const filters = `format=${format},${serverFilters(testCase)}`
    const expected = await framesOf(from, filters, 'rgba', to.width * to.height * 4)
    const scaler = new PictureScaler(crop ?? { x: 0, y: 0, ...from }, to)
    const scaled = planes.map((bytes) =>
      scaler.scale({
        kind: 'yuv',
        ...from,
        planes: bytes,
        shiftX,
        shiftY,
        chroma,
        matrix,
        isFullRange: false,
      }),
    )
    let squares = 0
    const sums = [0, 0, 0, 0]
    for (const [frame, pixels] of scaled.entries()) {
      for (const [at, level] of pixels.entries()) {
        const error = level - (expected[frame]?.[at] ?? 0)
        squares += error ** 2
        sums[at % 4]! += error / (frameCount * to.width * to.height)
      }
    }
    const psnr = 10 * Math.log10(255 ** 2 / (squares / (frameCount * to.width * to.height * 3)))
    assert.ok(psnr > 60, `${psnr.toFixed(1)} dB`)
    assert.ok(
      sums.every((sum) => Math.abs(sum) < 0.1),
      `the mean differences are ${sums.map((sum) => sum.toFixed(2)).join(', ')}`,
    )
    const ratio = gifBytes(scaled, to) / gifBytes(expected, to)
    assert.ok(Math.abs(ratio - 1) < 0.01, `${ratio.toFixed(3)} times the bytes`)
  })
}
