import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { settingsAt } from '../../../src/gif/size-limit/quality-scale.ts'
import { decodeByVips } from '../../support/media/decoded.ts'
import { encodeGif, shownAt, visible } from '../../support/media/gif-playback.ts'
import { disturb, drawFrame, drawnFrames, sides } from '../../support/media/random-frames.ts'
import { randomRuns } from '../../support/full-run.ts'

const presets = fc.constantFrom('best' as const, 'balanced' as const, 'small' as const, 'tiny' as const)
/** A preset as it is, or on the way to what is smallest. */
const levels = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true }))

/** Scenes of a few frames that are a little other than the first of the scene. */
const animations = fc
  .record({
    width: sides(45),
    height: sides(45),
    scenes: fc.array(fc.tuple(drawnFrames, fc.array(fc.integer(), { maxLength: 3 })), {
      minLength: 1,
      maxLength: 3,
    }),
    delayMs: fc.integer({ min: 5, max: 400 }),
    change: fc.constantFrom(0, 2, 9),
  })
  .map(({ width, height, scenes, delayMs, change }) => {
    const frames = scenes.flatMap(([drawn, seeds]) => {
      const first = drawFrame(drawn, width, height)
      return [first, ...seeds.map((seed) => disturb(first, seed, change))]
    })
    return { width, height, frames, delaysMs: frames.map((_, index) => delayMs + index) }
  })

/** What is made where the engine knows no SIMD. */
function withoutSimd<Made>(t: TestContext, make: () => Made): Made {
  const asked = t.mock.method(WebAssembly, 'validate', () => false)
  try {
    const made = make()
    assert.ok(asked.mock.callCount() > 0)
    return made
  } finally {
    asked.mock.restore()
  }
}

test('a GIF is the same to the byte with SIMD and without', (t) => {
  fc.assert(
    fc.property(animations, presets, levels, (animation, preset, level) => {
      const settings = settingsAt(preset, level)
      const scalar = withoutSimd(t, () => encodeGif(animation, settings))
      assert.ok(scalar.equals(encodeGif(animation, settings)))
    }),
    randomRuns(120, 40),
  )
})

test('a GIF comes out where there is no WebAssembly at all', async (t) => {
  const animation = {
    width: 20,
    height: 10,
    frames: [drawFrame({ kind: 'few', seed: 3, hasAlpha: true }, 20, 10)],
    delaysMs: [100],
  }
  const { WebAssembly } = globalThis
  t.after(() => Object.assign(globalThis, { WebAssembly }))
  Reflect.deleteProperty(globalThis, 'WebAssembly')
  const gif = encodeGif(animation)
  Object.assign(globalThis, { WebAssembly })
  const decoded = await decodeByVips(gif)
  const [shown] = shownAt(decoded, animation)
  assert.deepEqual(visible(shown ?? Buffer.of()), visible(animation.frames[0] ?? Buffer.of()))
})
