import assert from 'node:assert/strict'
import test, { describe } from 'node:test'
import { arrangeFrames } from '#src/render/steps.ts'
import { videoPlan } from '../support/rendering/rendering.ts'

function arranged(
  window: { firstFrame: number; frameCount: number },
  gif: { reverse: boolean; boomerang: boolean },
) {
  return arrangeFrames(window, videoPlan('', { gif }), 15)
}

describe('the order of frames', () => {
  const window = { firstFrame: 3, frameCount: 4 }
  const orders: [reverse: boolean, boomerang: boolean, order: number[]][] = [
    [false, false, [3, 4, 5, 6]],
    [true, false, [6, 5, 4, 3]],
    [false, true, [3, 4, 5, 6, 5, 4]],
    [true, true, [6, 5, 4, 3, 4, 5]],
  ]
  for (const [reverse, boomerang, order] of orders) {
    test(`is ${order.join()} for reverse ${reverse} and boomerang ${boomerang}`, () => {
      assert.deepEqual(arranged(window, { reverse, boomerang }), order)
    })
  }
  test('is the same as a boomerang for one frame or two', () => {
    const both = { reverse: false, boomerang: true }
    assert.deepEqual(arranged({ firstFrame: 0, frameCount: 1 }, both), [0])
    assert.deepEqual(arranged({ firstFrame: 0, frameCount: 2 }, both), [0, 1])
  })
})
