import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isFullRun } from '../../support/full-run.ts'
import { fit, limitedClips, withMeasure } from './limited-clips.ts'

/**
 * The maximum cost of a limit against one 5 % above it, in dB of blurred PSNR: drawings have little detail that few
 * people see.
 */
const maxFalls: Record<string, number> = { 'a drawn game': 2.5 }
const usualMaxFall = 1
/** The smallest size of a GIF at full dimensions, relative to that of the best quality. */
const least: Record<string, number> = { 'a drawn game': 0.55 }
const usualLeast = 0.3
/** The full run takes every limit, others every fourth: the mean of the four falls is judged then. */
const stride = isFullRun ? 1 : 4

suite('a limit 5 % lower', () => {
  for (const [name, draw] of Object.entries(limitedClips)) {
    const maxFall = maxFalls[name] ?? usualMaxFall
    test(`costs at most ${maxFall} dB, down to the smallest GIF at full dimensions, for ${name}`, async () => {
      const clip = await draw()
      await withMeasure(clip, async (measure) => {
        const best = fit(clip, Number.MAX_SAFE_INTEGER)!
        const ladder = [(await measure(best)).blurredPsnr]
        let share = 1
        for (let step = stride; ; step += stride) {
          const maxBytes = Math.floor(best.length * 0.95 ** step)
          const gif = fit(clip, maxBytes)
          if (gif === undefined) break
          assert.ok(gif.length <= maxBytes, `${gif.length} of ${maxBytes}`)
          share = 0.95 ** step
          ladder.push((await measure(gif)).blurredPsnr)
        }
        const said = `${best.length} bytes and 5 % fewer each, down to ${share.toFixed(2)} of them: ${ladder.map((psnr) => psnr.toFixed(1)).join(' ')} dB`
        const falls = ladder.slice(1).map((psnr, index) => (ladder[index]! - psnr) / stride)
        assert.ok(Math.max(...falls) <= maxFall, said)
        assert.ok(share <= (least[name] ?? usualLeast), said)
      })
    })
  }
})
