import assert from 'node:assert/strict'
import { join } from 'node:path'
import test, { after, before, describe } from 'node:test'
import { type Decoded, decode } from '../support/media/decoded.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { isFullRun } from '../support/full-run.ts'
import { make, workFolder } from '../support/processes/make.ts'
import { render, startPool, videoPlan } from '../support/rendering/rendering.ts'

describe('an interlaced video', () => {
  let folder = ''
  const pool = startPool({ after })
  before(async () => {
    folder = await ensureFixtures()
  })

  for (const name of ['interlaced.mts', 'interlaced.mpg', 'two-sizes-interlaced.mpg']) {
    for (const startSeconds of isFullRun ? [0, 0.9] : [0.9]) {
      test(`${name} from ${startSeconds} is shown without interlacing artifacts`, async (t) => {
        const plan = videoPlan(join(folder, name), { startSeconds, endSeconds: startSeconds + 1 })
        const made = await render(t, pool, plan)
        assert.deepEqual([made.width, made.height, made.frames], [160, 96, 15])
        assert.ok(combShare(await decode(made.files.mp4.path)) < 0.01)
      })
    }
  }

  test('that changes its size on the way still makes a GIF', async (t) => {
    const plan = videoPlan(join(folder, 'two-sizes-interlaced.mpg'), { startSeconds: 1.5, endSeconds: 3 })
    const made = await render(t, pool, plan)
    assert.deepEqual([made.width, made.height], [160, 96])
  })

  test('is shown without interlacing artifacts by `make`, too', async (t) => {
    const work = await workFolder(t)
    const { code, err } = await make(work, [join(folder, 'interlaced.mts'), '-o', 'out.gif'])
    assert.equal(code, 0, err)
    assert.ok(combShare(await decode(join(work, 'out.gif'))) < 0.01)
  })
})

/** The share of the picture in which a row differs from both of its neighbors, which are similar to each other. */
function combShare({ width, height, frames }: Decoded): number {
  let combed = 0
  for (const pixels of frames) {
    const at = (x: number, y: number) => pixels[(y * width + x) * 4] ?? 0
    for (let y = 1; y < height - 1; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const [above, here, below] = [at(x, y - 1), at(x, y), at(x, y + 1)]
        if (Math.abs(above - below) < 40 && Math.abs(here - above) > 80) combed += 1
      }
    }
  }
  return combed / (frames.length * width * height)
}
