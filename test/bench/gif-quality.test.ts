import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import sharp from 'sharp'
import type { Frames } from '../../bench/gif/frames.ts'
import { bestPsnr, measureGif } from '../../bench/gif/quality.ts'

const run = promisify(execFile)
const [width, height, fps] = [128, 96, 10]
const [raw, toRgb] = [
  ['-f', 'rawvideo', '-pix_fmt', 'rgb24'],
  ['-pix_fmt', 'rgb24'],
]
const size = ['-s', `${width}x${height}`, '-r', `${fps}`]

let folder: string

before(async () => (folder = await mkdtemp(join(tmpdir(), 'gifwright-quality-'))))
after(() => rm(folder, { recursive: true, force: true }))

suite('the measure of a GIF', () => {
  test('agrees with the PSNR of ffmpeg', async () => {
    const frames = await movingFrames('agrees')
    await encode('agrees.rgb', 'agrees.gif')
    const filter = '[0]settb=1/10,setpts=N,format=gbrp[a];[1]settb=1/10,setpts=N,format=gbrp[b];[a][b]psnr'
    const { stderr } = await run(
      'ffmpeg',
      ['-i', 'agrees.gif', ...raw, ...size, '-i', 'agrees.rgb', '-lavfi', filter, '-f', 'null', '-'],
      { cwd: folder },
    )
    const theirs = Number(/average:([\d.]+)/.exec(stderr)?.[1])
    const { psnr } = measureGif(join(folder, 'agrees.gif'), frames)
    assert.ok(theirs > 20 && theirs < 60, `ffmpeg says ${theirs}`)
    assert.ok(Math.abs(psnr - theirs) < 0.05, `${psnr} dB, and ffmpeg says ${theirs}`)
  })

  test('blurs dithering away, and detects a picture that jitters', async () => {
    const frames = await movingFrames('dithered')
    await encode('dithered.rgb', 'dithered.gif', 'palettegen=max_colors=16')
    const { psnr, blurredPsnr, ssim, blurredSsim, flicker } = measureGif(join(folder, 'dithered.gif'), frames)
    assert.ok(blurredPsnr > psnr + 3, `${psnr} dB, blurred ${blurredPsnr}`)
    assert.ok(ssim < blurredSsim && blurredSsim < 1, `SSIM ${ssim}, blurred ${blurredSsim}`)
    assert.ok(flicker > 0)
  })

  test('finds no fault with identical pictures', async () => {
    const frames = flatFrames([0, 1, 2, 3])
    await writeGif('same.gif', [0, 1, 2, 3], [100, 100, 100, 100])
    assert.deepEqual(measureGif(join(folder, 'same.gif'), frames), {
      psnr: bestPsnr,
      blurredPsnr: bestPsnr,
      ssim: 1,
      blurredSsim: 1,
      flicker: 0,
    })
  })

  test('detects a GIF that is one frame late', async () => {
    const frames = flatFrames([0, 1, 2, 3])
    await writeGif('late.gif', [0, 0, 1, 2], [100, 100, 100, 100])
    assert.ok(measureGif(join(folder, 'late.gif'), frames).psnr < 30)
  })

  test('plays a GIF by its timing, however uneven', async () => {
    const frames = flatFrames([0, 0, 0, 1, 2, 2])
    await writeGif('uneven.gif', [0, 1, 2], [300, 100, 200])
    assert.equal(measureGif(join(folder, 'uneven.gif'), frames).psnr, bestPsnr)
    await writeGif('even.gif', [0, 1, 2], [200, 200, 200])
    assert.ok(measureGif(join(folder, 'even.gif'), frames).psnr < 30)
  })

  test('detects a hole in a picture', async () => {
    const frames = flatFrames([0])
    const holes = frames.rgb.slice()
    const rgba = new Uint8Array(width * height * 4)
    for (let pixel = 0; pixel < width * height; pixel++)
      rgba.set([...holes.subarray(pixel * 3, pixel * 3 + 3), pixel % 50 === 0 ? 0 : 255], pixel * 4)
    await sharp(rgba, { raw: { width, height, channels: 4 } }).toFile(join(folder, 'hole.gif'))
    const { psnr } = measureGif(join(folder, 'hole.gif'), frames)
    assert.ok(psnr < 30, `${psnr} dB`)
  })

  test('rejects a GIF of another size', async () => {
    await writeGif('small.gif', [0], [100])
    assert.throws(
      () => measureGif(join(folder, 'small.gif'), { ...flatFrames([0]), width: width / 2 }),
      /is 128 x 96/,
    )
  })
})

/** One second of a moving picture with many colors, and its file `${name}.rgb`. */
async function movingFrames(name: string): Promise<Frames> {
  const source = `mandelbrot=size=${width}x${height}:rate=${fps}`
  const { stdout: rgb } = await run(
    'ffmpeg',
    ['-v', 'error', '-f', 'lavfi', '-i', source, '-t', '1', '-f', 'rawvideo', ...toRgb, '-'],
    { encoding: 'buffer', maxBuffer: 2 ** 24 },
  )
  await writeFile(join(folder, `${name}.rgb`), rgb)
  return { width, height, fps, count: fps, rgb }
}

async function encode(from: string, to: string, palette = 'palettegen'): Promise<void> {
  const filter = `split[a][b];[a]${palette}[p];[b][p]paletteuse`
  await run('ffmpeg', ['-v', 'error', ...raw, ...size, '-i', from, '-lavfi', filter, to], { cwd: folder })
}

/** A picture of stripes in two colors, which differ for each number. */
function picture(number: number): Uint8Array {
  const rgb = new Uint8Array(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel++)
    rgb.set(pixel % width < width / 2 ? [40 * number, 200, 30] : [10, 50 * number, 220], pixel * 3)
  return rgb
}

function flatFrames(numbers: number[]): Frames {
  return { width, height, fps, count: numbers.length, rgb: Buffer.concat(numbers.map(picture)) }
}

async function writeGif(name: string, numbers: number[], delay: number[]): Promise<void> {
  const pages = Buffer.concat(numbers.map(picture))
  const tall = { width, height: height * numbers.length, channels: 3, pageHeight: height } as const
  await sharp(pages, { raw: tall })
    .gif({ delay, dither: 0, keepDuplicateFrames: true })
    .toFile(join(folder, name))
}
