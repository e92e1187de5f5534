import assert from 'node:assert/strict'
import test, { describe } from 'node:test'
import { frameOrder } from '#src/render/process/frame-order.ts'
import { KeptFrame } from '#src/render/encode/thumbnail-frame.ts'

function grey(level: number, alpha = 255): Uint8Array {
  return Uint8Array.from({ length: 64 * 48 * 4 }, (_, at) => (at % 4 === 3 ? alpha : level))
}

/** Black but for a square in its middle. */
function lit(side: number): Uint8Array {
  const pixels = grey(0)
  for (let y = 0; y < side; y += 1) pixels.fill(255, ((y + 5) * 64 + 5) * 4, ((y + 5) * 64 + 5 + side) * 4)
  return pixels
}

describe('the frame that a thumbnail is made of', () => {
  const kept = (...frames: Uint8Array[]) => {
    const keeper = new KeptFrame()
    for (const frame of frames) keeper.take(frame)
    return keeper.pixels
  }

  test('is the first, where there is something to be seen in it', () => {
    assert.deepEqual(kept(grey(90), grey(255)), grey(90))
    assert.deepEqual(kept(lit(20), grey(255)), lit(20))
  })
  test('is the first that is not almost black', () => {
    assert.deepEqual(kept(grey(0), grey(20), grey(60), grey(255)), grey(60))
  })
  test('is the one with the most to be seen where all are almost black', () => {
    assert.deepEqual(kept(grey(0), lit(4), grey(10)), lit(4))
    assert.deepEqual(kept(grey(0), grey(0)), grey(0))
  })
  test('is not one that cannot be seen for its alpha', () => {
    assert.deepEqual(kept(grey(255, 0), grey(100)), grey(100))
  })
  test('is a copy: what comes later in the same place does not change it', () => {
    const frame = grey(100)
    const keeper = new KeptFrame()
    keeper.take(frame)
    frame.fill(0)
    assert.deepEqual(keeper.pixels, grey(100))
  })
  test('is none where none came', () => {
    assert.throws(() => new KeptFrame().pixels)
  })
})

describe('the order of frames', () => {
  const window = { firstFrame: 3, frameCount: 4 }
  const orders: [reverse: boolean, boomerang: boolean, order: number[]][] = [
    [false, false, [3, 4, 5, 6]],
    [true, false, [6, 5, 4, 3]],
    [false, true, [3, 4, 5, 6, 5, 4]],
    [true, true, [6, 5, 4, 3, 4, 5]],
  ]
  for (const [reverse, boomerang, order] of orders) {
    test(`is ${order.join()} where reverse is ${reverse} and boomerang ${boomerang}`, () => {
      assert.deepEqual(frameOrder(window, { reverse, boomerang }), order)
    })
  }
  test('of one frame or two is the same there and back', () => {
    const both = { reverse: false, boomerang: true }
    assert.deepEqual(frameOrder({ firstFrame: 0, frameCount: 1 }, both), [0])
    assert.deepEqual(frameOrder({ firstFrame: 0, frameCount: 2 }, both), [0, 1])
  })
})
