import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { encodeByGifski, gifskiProgram, runs } from '../../../bench/gif/rival-encoders.ts'
import { fit, limitedClips, withMeasure } from './limited-clips.ts'

/** The lead of our encoder at the sizes of gifski's GIFs, in dB of blurred PSNR. */
const minGain = 1
const qualities = [60, 75, 90]

const skip = runs(gifskiProgram)
  ? false
  : 'gifski does not run on this machine: its binary is for another system.'

suite("at the size of gifski's GIF", { skip }, () => {
  for (const [name, draw] of Object.entries(limitedClips)) {
    test(`our encoder is at least ${minGain} dB better, for ${name}`, async () => {
      const clip = await draw()
      const folder = await mkdtemp(join(tmpdir(), 'ahead-of-gifski-'))
      try {
        const outcomes = await withMeasure(clip, async (measure, frames) => {
          const all = []
          for (const quality of qualities) {
            const path = join(folder, `${quality}.gif`)
            encodeByGifski(frames, quality, path)
            const theirs = await readFile(path)
            const ours = fit(clip, theirs.length)
            const psnr = (await measure(theirs)).blurredPsnr
            const gain = ours === undefined ? -Infinity : (await measure(ours)).blurredPsnr - psnr
            const said = ours === undefined ? 'smaller frames' : `${gain.toFixed(2)} dB`
            all.push({
              gain,
              text: `at ${theirs.length} bytes (quality ${quality}, ${psnr.toFixed(1)} dB): ${said}`,
            })
          }
          return all
        })
        const said = outcomes.map(({ text }) => text).join('; ')
        assert.ok(Math.min(...outcomes.map(({ gain }) => gain)) >= minGain, said)
      } finally {
        await rm(folder, { recursive: true })
      }
    })
  }
})
