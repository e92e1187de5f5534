import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { trailer } from '#src/gif/encode/container.ts'
import { writeKeptFrame, writeKeptHead } from '#src/gif/keep/rewrite-gif.ts'
import { decodeFrames } from '#src/gif/read/gif-frames.ts'
import { parseGif } from '#src/gif/read/parse-gif.ts'
import { isFullRun } from '../../support/full-run.ts'
import { gifCases } from '../../support/media/gif-cases.ts'
import { gifDeviations } from '../../support/media/gif-deviations.ts'
import { followed, majority, openReaders } from '../../support/media/gif-readings.ts'
import { shareInFile } from '../../support/shared.ts'

const read = shareInFile(openReaders)

/** Cases that resemble another one. */
const fullOnly =
  /least code size of [127]|disposal [01567]|loop count of|far outside|at the bottom|0 by 4|without an end code|pixel aspect|comment|at the end|bytes after/

function keep(gif: Buffer): Buffer {
  const parsed = parseGif(gif, { maxFrames: 1000, maxPixels: 50_000_000 })
  const frames = [...decodeFrames(gif, parsed)].flatMap(writeKeptFrame)
  return Buffer.concat([writeKeptHead(parsed), ...frames, trailer])
}

suite('the reader agrees with any two of Chromium, ffmpeg and libvips', () => {
  for (const [name, gif] of Object.entries(gifCases)) {
    if (!isFullRun && fullOnly.test(name)) continue
    test(`for ${name}, and all of them agree on the kept version`, async () => {
      const readings = await read()(gif)
      const agreed = majority(readings)
      const isLike = agreed !== undefined && agreed === readings.ours
      if (gifDeviations[name] === undefined) assert.ok(isLike, JSON.stringify(readings, null, 1))
      else assert.ok(!isLike, `${name} is no deviation: ${followed(readings).join()}`)
      if (readings.ours === null) return
      const { ours } = readings
      assert.deepEqual(await read()(keep(gif)), { Chromium: ours, ffmpeg: ours, libvips: ours, ours })
    })
  }
})
