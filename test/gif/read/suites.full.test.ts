import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gifDeviations } from '../../support/media/gif-deviations.ts'
import { followed, majority, openReaders } from '../../support/media/gif-readings.ts'
import { shareInFile } from '../../support/shared.ts'

const folder = fileURLToPath(new URL('../../../../shared/media/gif-suites', import.meta.url))
const suites = existsSync(folder) ? ['pygif', 'peterdn', 'wuffs'] : []

const read = shareInFile(openReaders)

for (const suite of suites) {
  test(`the reader agrees with two of Chromium, ffmpeg and libvips on the GIFs of ${suite}`, async () => {
    for (const file of readdirSync(join(folder, suite)).filter((name) => name.endsWith('.gif'))) {
      const readings = await read()(readFileSync(join(folder, suite, file)))
      const agreed = majority(readings)
      const isLike = agreed !== undefined && agreed === readings.ours
      assert.equal(isLike, gifDeviations[file] === undefined, `${file}: ${followed(readings).join()}`)
    }
  })
}
