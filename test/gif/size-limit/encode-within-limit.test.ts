import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { GifEncoder } from '#src/gif/encode/encoder.ts'
import { type ClipCheckpoint, encodeFrameRange } from '#src/gif/encode/encode-frames.ts'
import { settingsAt } from '#src/gif/size-limit/quality-scale.ts'
import { type EncoderSettings, presetSettings } from '#src/gif/encode/encoder-settings.ts'
import { encodeWithinLimit, type LimitOutcome } from '#src/gif/size-limit/encode-within-limit.ts'
import { SizeLimitError } from '#src/gif/size-limit/size-limit-error.ts'
import { gifPresets } from '#src/options/gif-options.ts'
import { decodeByVips } from '../../support/media/decoded.ts'
import { type Clip, drawClip } from '../../support/media/drawn-clip.ts'
import { isFullRun, randomRuns } from '../../support/full-run.ts'

const durationMs = 1000 / 15

function encode({ width, height, frames }: Clip, settings: EncoderSettings): Buffer {
  const parts: Uint8Array[] = []
  const encoder = new GifEncoder({ width, height, loops: 0 }, settings, (bytes) => parts.push(bytes))
  for (const frame of frames) encoder.add(frame, durationMs)
  encoder.finish()
  return Buffer.concat(parts)
}

type Fitted = LimitOutcome & { gif: Buffer; fractions: number[] }

function fit({ frames, ...size }: Clip, maxBytes: number): Fitted {
  let parts: Uint8Array[] = []
  const fractions: number[] = []
  const outcome = encodeWithinLimit(
    { ...size, count: frames.length, durationMs, frameAt: (index) => frames[index]! },
    {
      preset: 'balanced',
      maxBytes,
      loops: 0,
      write: (bytes) => parts.push(bytes),
      restart: () => (parts = []),
      onProgress: (fraction) => fractions.push(fraction),
    },
  )
  return { ...outcome, gif: Buffer.concat(parts), fractions }
}

/** Like the render process: with as many attempts as needed, each with smaller frames. */
async function fitShrinking(
  clip: Clip,
  maxBytes: number,
): Promise<{ gif: Buffer; clip: Clip; tries: number }> {
  let current = clip
  for (let tries = 1; ; tries += 1) {
    const { result, gif } = fit(current, maxBytes)
    if (result.fits) return { gif, clip: current, tries }
    assert.equal(gif.length, 0)
    const { width, height, keepEvery } = result.smaller
    const raw = { width: current.width, height: current.height, channels: 4 as const }
    const kept = current.frames.filter((_, index) => index % keepEvery === 0)
    const frames = await Promise.all(
      kept.map((frame) => sharp(frame, { raw }).resize(width, height, { fit: 'fill' }).raw().toBuffer()),
    )
    current = { width, height, frames }
  }
}

const shape = 's=144x80:r=15'
/** Clips drawn by ffmpeg; usually all of them only in the full run. */
const clips = {
  'a zoom': `mandelbrot=${shape}:start_scale=1:end_scale=0.05:end_pts=60,trim=end_frame=60`,
  'a test card': `testsrc2=${shape}:d=4`,
  'noise over a gradient': `gradients=${shape}:d=4:speed=0.02:c0=navy:c1=orange:seed=7,noise=alls=5:allf=t`,
  'two shots': `smptebars=${shape}:d=2,rotate=a='n/9'[a];mandelbrot=${shape},trim=end_frame=30[b];[a][b]concat=n=2,format=yuv420p`,
}
const clipNames = Object.keys(clips) as (keyof typeof clips)[]
const drawn = (name: keyof typeof clips) => drawClip(clips[name])

/** All of a list in the full run, and some of it otherwise. */
const some = <Item>(all: readonly Item[], usual: readonly NoInfer<Item>[]) => (isFullRun ? all : usual)

suite('a GIF with a size limit', () => {
  for (const name of some(clipNames, ['a zoom'])) {
    test(`fits and uses its room, in about twice the work, for ${name}`, async () => {
      const clip = await drawn(name)
      const natural = encode(clip, presetSettings('balanced')).length
      const least = encode(clip, settingsAt('balanced', 1)).length
      for (const share of some([0.95, 0.85, 0.7, 0.55], [0.85, 0.55])) {
        const maxBytes = Math.round(natural * share)
        const { result, gif, encodedFrames } = fit(clip, maxBytes)
        const said = `${share}: ${gif.length} of ${maxBytes}, ${encodedFrames} frames`
        if (maxBytes > least * 1.1) assert.ok(result.fits, said)
        if (!result.fits) continue
        assert.equal(result.bytes, gif.length)
        assert.ok(gif.length <= maxBytes, said)
        assert.ok(gif.length >= maxBytes * 0.96, said)
        assert.ok(encodedFrames <= clip.frames.length * 2.4, said)
      }
    })
  }

  test('has the quality of its preset if there is room for it', async () => {
    const clip = await drawn('a zoom')
    const natural = encode(clip, presetSettings('balanced'))
    const { result, gif, encodedFrames } = fit(clip, Math.round(natural.length * 1.3))
    assert.deepEqual(result, { fits: true, bytes: natural.length, level: 0 })
    assert.deepEqual(gif, natural)
    assert.ok(encodedFrames < clip.frames.length * 1.5)
  })

  test('has smaller and fewer frames if lower quality is not enough', async () => {
    for (const name of some(['a zoom', 'noise over a gradient'] as const, ['a zoom'])) {
      const clip = await drawn(name)
      const natural = encode(clip, presetSettings('balanced')).length
      for (const share of some([2, 4, 10], [2, 10])) {
        const maxBytes = Math.round(natural / share)
        const fitted = await fitShrinking(clip, maxBytes)
        const said = `${name} / ${share}: ${fitted.gif.length} of ${maxBytes} in ${fitted.tries}`
        assert.ok(fitted.gif.length <= maxBytes && fitted.gif.length > maxBytes * 0.5, said)
        assert.ok(fitted.tries <= 3, said)
        const { width, height, frames } = await decodeByVips(fitted.gif)
        assert.deepEqual({ width, height }, { width: fitted.clip.width, height: fitted.clip.height })
        assert.ok(Math.abs(width / height - 144 / 80) < 0.2, said)
        assert.ok(frames.length <= fitted.clip.frames.length)
      }
    }
  })

  test('is found by trying if it has only a few frames', async () => {
    const { frames, ...size } = await drawn('a zoom')
    for (const count of some([1, 2, 7, 24], [1, 7])) {
      const clip = { ...size, frames: frames.slice(0, count) }
      const natural = encode(clip, presetSettings('balanced')).length
      const maxBytes = Math.round(natural * 0.9)
      const { gif, tries } = await fitShrinking(clip, maxBytes)
      assert.ok(
        gif.length <= maxBytes && gif.length >= maxBytes * 0.5,
        `${count}: ${gif.length} of ${maxBytes}, ${tries}`,
      )
      const decoded = await decodeByVips(gif)
      assert.ok(decoded.frames.length <= count)
    }
  })

  test('stays below its limit even if the end is far busier than the rest', async () => {
    const { frames, ...size } = await drawn('noise over a gradient')
    const still = Array.from({ length: 60 }, () => frames[0]!)
    const clip = { ...size, frames: [...still, ...frames.slice(0, 20), ...still, ...frames.slice(20, 34)] }
    const natural = encode(clip, presetSettings('balanced')).length
    for (const share of some([0.95, 0.8, 0.6], [0.8])) {
      const { gif } = await fitShrinking(clip, natural * share)
      assert.ok(gif.length <= natural * share)
    }
  })

  test('is refused if nothing visible would be left', async () => {
    const clip = await drawn('a zoom')
    await assert.rejects(fitShrinking(clip, 300), {
      name: 'SizeLimitError',
      message: /^The GIF does not fit into 300 bytes: even of \d+ x \d+ pixels it takes about \d+\./,
    })
  })

  test('reports its progress, never backwards', async () => {
    const clip = await drawn('two shots')
    const natural = encode(clip, presetSettings('balanced')).length
    const { fractions } = fit(clip, natural * 0.85)
    assert.ok(fractions.length > 10 && (fractions.at(-1) ?? 0) > 0.9)
    assert.ok(fractions.every((fraction, index) => fraction > (fractions[index - 1] ?? 0) && fraction <= 1))
  })

  test('never exceeds its limit, for any frames', () => {
    fc.assert(
      fc.property(
        fc.record({
          width: fc.integer({ min: 1, max: 40 }),
          height: fc.integer({ min: 1, max: 40 }),
          count: fc.integer({ min: 1, max: 60 }),
          limit: fc.integer({ min: 20, max: 20_000 }),
          seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
          busy: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        ({ width, height, count, limit, seed, busy }) => {
          let state = seed
          const random = () => {
            state = Math.imul(state, 48_271) % (2 ** 31 - 1)
            return Math.abs(state) / (2 ** 31 - 1)
          }
          const frame = Uint8Array.from({ length: width * height * 4 }, () => random() * 256)
          const frames = Array.from({ length: count }, () => {
            for (let byte = 0; byte < frame.length; byte += 1)
              if (random() < busy * busy) frame[byte] = random() * 256
            return frame.slice()
          })
          try {
            const { result, gif } = fit({ width, height, frames }, limit)
            assert.ok(gif.length <= limit)
            if (result.fits) assert.equal(gif.subarray(-1)[0], 0x3b)
            else assert.ok(result.smaller.width * result.smaller.height <= width * height)
          } catch (error) {
            assert.ok(error instanceof SizeLimitError, String(error))
          }
        },
      ),
      randomRuns(60, 20),
    )
  })
})

suite('the scale of quality', () => {
  test('begins at the preset and never makes a file larger on its way', async () => {
    const clip = await drawn('noise over a gradient')
    for (const preset of gifPresets.slice(1)) assert.deepEqual(settingsAt(preset, 0), presetSettings(preset))
    const best = encode(clip, presetSettings('best')).length
    assert.ok(encode(clip, settingsAt('best', 0)).length > best, 'with a limit, `best` has finer levels')
    for (const preset of some(gifPresets, ['balanced'])) {
      const sizes = some([0, 0.2, 0.4, 0.6, 0.8, 1], [0, 0.5, 1]).map(
        (level) => encode(clip, settingsAt(preset, level)).length,
      )
      for (const [index, bytes] of sizes.entries()) {
        assert.ok(bytes <= (sizes[index - 1] ?? Infinity) * 1.02, `${preset}: ${sizes.join()}`)
      }
    }
    assert.throws(() => settingsAt('small', 1.2), RangeError)
  })
})

suite('an encoding of frames', () => {
  const encodeClip = (clip: Clip, settings: EncoderSettings, checkpointAt = Infinity) => {
    const parts: Uint8Array[] = []
    const frames = {
      ...clip,
      count: clip.frames.length,
      durationMs,
      frameAt: (at: number) => clip.frames[at]!,
    }
    const encoding = {
      first: 0,
      end: frames.count,
      loops: 0,
      settings,
      write: (part: Uint8Array) => parts.push(part),
    }
    let checkpoint: { state: ClipCheckpoint; parts: Uint8Array[] } | undefined
    const sizes = encodeFrameRange(frames, {
      ...encoding,
      onFrame: (state) => {
        if (state.written >= checkpointAt && state.waiting === 1)
          checkpoint ??= { state: state.checkpoint(), parts: [...parts] }
        return true
      },
    })
    const gif = Buffer.concat(parts)
    if (checkpoint === undefined) return { gif, sizes }
    parts.length = 0
    const { state } = checkpoint
    const resumedSizes = encodeFrameRange(frames, { ...encoding, from: state, onFrame: () => true })
    const resumed = Buffer.concat([...checkpoint.parts, ...parts])
    return { gif, sizes, resumed, resumedSizes, from: state.next }
  }

  test('returns the bytes of each frame', async () => {
    const { gif, sizes } = encodeClip(await drawn('a test card'), presetSettings('small'))
    assert.equal(sizes?.length, 60)
    assert.equal(
      sizes.reduce((sum, bytes) => sum + bytes, 0),
      gif.length - 1,
    )
  })

  test('continues from a checkpoint as if it had never stopped', async () => {
    const settings = [presetSettings('best'), presetSettings('small'), settingsAt('best', 0.1)]
    for (const name of some(clipNames, ['two shots'])) {
      const clip = await drawn(name)
      for (const each of some(settings, settings.slice(2))) {
        const { gif, sizes, resumed, resumedSizes, from } = encodeClip(clip, each, 25)
        assert.ok(from !== undefined && from > 25 && from < 60)
        assert.ok(resumed?.equals(gif))
        assert.deepEqual(resumedSizes, sizes)
      }
    }
  })
})
