import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSceneCut } from '#src/gif/encode/frame-queue.ts'

const [width, height] = [64, 64]

/** A gray frame whose first rows have a different level. */
function frame(level: number, changedRows = 0, changedLevel = level): Uint8Array {
  const pixels = new Uint8Array(width * height * 4).fill(level)
  return pixels.fill(changedLevel, 0, changedRows * width * 4)
}

test('a scene is cut when more than half of the picture has changed visibly', () => {
  const before = frame(100)
  assert.equal(isSceneCut(before, frame(100, 40, 200), width), true)
  assert.equal(isSceneCut(before, frame(100, 32, 200), width), false, 'half of it')
  assert.equal(isSceneCut(before, frame(116), width), false, 'hardly')
  assert.equal(isSceneCut(before, frame(83), width), true, 'darker')
})
