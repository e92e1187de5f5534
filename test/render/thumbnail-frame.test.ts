import assert from 'node:assert/strict'
import test, { describe } from 'node:test'
import { ThumbnailFrame } from '#src/render/encode/thumbnail-frame.ts'

function gray(level: number, alpha = 255): Uint8Array {
  return Uint8Array.from({ length: 64 * 48 * 4 }, (_, at) => (at % 4 === 3 ? alpha : level))
}

/** Black except for a square in its middle. */
function lit(side: number): Uint8Array {
  const pixels = gray(0)
  for (let y = 0; y < side; y += 1) pixels.fill(255, ((y + 5) * 64 + 5) * 4, ((y + 5) * 64 + 5 + side) * 4)
  return pixels
}

describe('the frame used for a thumbnail', () => {
  const chosen = (...frames: Uint8Array[]) => {
    const choice = new ThumbnailFrame()
    for (const frame of frames) choice.offer(frame)
    return choice.pixels
  }

  test('is the first if it shows something', () => {
    assert.deepEqual(chosen(gray(90), gray(255)), gray(90))
    assert.deepEqual(chosen(lit(20), gray(255)), lit(20))
  })
  test('is the first that is not almost black', () => {
    assert.deepEqual(chosen(gray(0), gray(20), gray(60), gray(255)), gray(60))
  })
  test('is the one with the most content if all are almost black', () => {
    assert.deepEqual(chosen(gray(0), lit(4), gray(10)), lit(4))
    assert.deepEqual(chosen(gray(0), gray(10)), gray(0))
  })
  test('is not one whose alpha hides it', () => {
    assert.deepEqual(chosen(gray(255, 0), gray(100)), gray(100))
  })
  test('may be a dark drawing on a transparent background, shown on white', () => {
    const drawing = gray(0)
    for (let at = 3; at < drawing.length / 2; at += 4) drawing[at] = 0
    assert.deepEqual(chosen(gray(0, 0), drawing, gray(255)), drawing)
  })
  test('is a copy: later changes of its memory do not change it', () => {
    const frame = gray(100)
    const choice = new ThumbnailFrame()
    choice.offer(frame)
    frame.fill(0)
    assert.deepEqual(choice.pixels, gray(100))
  })
  test('is missing without frames', () => {
    assert.throws(() => new ThumbnailFrame().pixels)
  })
})
