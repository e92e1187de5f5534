import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { encodeWithinLimit } from '#src/gif/size-limit/encode-within-limit.ts'
import { measureGif } from '../../../bench/gif/quality.ts'
import { type Clip, drawClip } from '../../support/media/drawn-clip.ts'
import { isFullRun } from '../../support/full-run.ts'

const fps = 15
const steps = isFullRun ? 6 : 3
/** The most that a limit may cost against one 5 % above it, in dB. */
const maxStep = 1
/** In noise, half a bit per pixel costs about 1 dB whatever the settings are (docs/decisions/0014). */
const maxStepOfNoise = 1.5

/** The GIF of at most so many bytes; undefined where its frames would have to be smaller. */
function fit({ frames, ...size }: Clip, maxBytes: number): Buffer | undefined {
  let parts: Uint8Array[] = []
  const { result } = encodeWithinLimit(
    { ...size, count: frames.length, durationMs: 1000 / fps, frameAt: (index) => frames[index]! },
    {
      preset: 'best' as const,
      maxBytes,
      loops: 0,
      write: (bytes: Uint8Array) => void parts.push(bytes),
      restart: () => (parts = []),
    },
  )
  return result.fits ? Buffer.concat(parts) : undefined
}

/** PSNR in dB, both sides blurred by a Gaussian of sigma 1. */
async function blurredPsnr({ frames, width, height }: Clip, gif: Uint8Array): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'smooth-limits-'))
  try {
    const path = join(folder, 'fitted.gif')
    await writeFile(path, gif)
    const rgb = Buffer.concat(frames).filter((_, index) => index % 4 !== 3)
    return measureGif(path, { width, height, fps, count: frames.length, rgb }).blurredPsnr
  } finally {
    await rm(folder, { recursive: true })
  }
}

const sources = {
  'a zoom': 'mandelbrot=s=128x80:r=15:start_scale=1:end_scale=0.05:end_pts=60,trim=end_frame=40',
  'a test card': 'testsrc2=s=160x120:r=15,trim=end_frame=30',
  'noise over a gradient':
    'gradients=s=96x64:r=15:speed=0.02:c0=navy:c1=orange:seed=7,noise=alls=5:allf=t:all_seed=3,trim=end_frame=36',
  'a short zoom': 'mandelbrot=s=96x64:r=15:start_scale=1:end_scale=0.2:end_pts=20,trim=end_frame=20',
}

suite('Limits 5 % apart', () => {
  for (const [name, source] of Object.entries(sources)) {
    if (!isFullRun && name !== 'a short zoom') continue
    test(`are kept, used, and cost little each, for ${name}`, async () => {
      const clip = await drawClip(source)
      const natural = fit(clip, Number.MAX_SAFE_INTEGER)!
      let before = await blurredPsnr(clip, natural)
      let fitted = 0
      for (let step = 1; step <= steps; step += 1) {
        const maxBytes = Math.floor(natural.length * 0.95 ** step)
        const gif = fit(clip, maxBytes)
        if (gif === undefined) break
        const psnr = await blurredPsnr(clip, gif)
        const said = `${step}: ${gif.length} of ${maxBytes}, ${before.toFixed(2)} to ${psnr.toFixed(2)} dB`
        assert.ok(gif.length <= maxBytes, said)
        assert.ok(gif.length >= maxBytes * 0.96, said)
        assert.ok(psnr >= before - (name.startsWith('noise') ? maxStepOfNoise : maxStep), said)
        before = psnr
        fitted += 1
      }
      assert.ok(fitted >= 2, `${fitted} limits without smaller frames`)
    })
  }
})
