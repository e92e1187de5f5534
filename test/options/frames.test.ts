import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editFrames, type FrameEdit } from '#src/options/rules/edit-frames.ts'
import {
  chooseFrames,
  formatFrames,
  listFrames,
  maxFrameRuns,
  parseFrames,
} from '#src/options/rules/frames.ts'

const unchanged: FrameEdit = {
  frames: null,
  startSeconds: null,
  endSeconds: null,
  speed: 1,
  fps: null,
  reverse: false,
  boomerang: false,
}

test('a list of frames has numbers, ranges and holds, forward and backward', () => {
  assert.deepEqual(parseFrames('1-10, 12x3,15-,9-7X2'), [
    { first: 1, last: 10, hold: 1 },
    { first: 12, last: 12, hold: 3 },
    { first: 15, last: null, hold: 1 },
    { first: 9, last: 7, hold: 2 },
  ])
  for (const text of ['1-10', '12x3', '5-', '3-1x2', '1,3,5-9']) {
    assert.equal(formatFrames(parseFrames(text) ?? []), text)
  }
  assert.deepEqual(parseFrames('1x100'), [{ first: 1, last: 1, hold: 100 }])
  const wrong = [
    '',
    '0',
    '1-0',
    '-3',
    '1x0',
    '1x101',
    '1,,2',
    'all',
    '1 2a',
    '1-2-3',
    '1.5',
    '1234567',
    '1x-2',
  ]
  for (const text of wrong) assert.equal(parseFrames(text), null, text)
  assert.equal(parseFrames(Array.from({ length: maxFrameRuns + 1 }, () => '1').join(',')), null)
  assert.equal(parseFrames('1,'.repeat(1e6)), null)
})

test('individually chosen frames are written as ranges', () => {
  const all = [0, 1, 2, 4, 5, 9, 8, 7].map((index) => ({ index, hold: index === 5 ? 3 : 1 }))
  assert.equal(formatFrames(listFrames(all)), '1-3,5,6x3,10-8')
})

test('a list that names a missing frame, or too many, reports which and how many there are', () => {
  const problem = (text: string) => {
    const chosen = chooseFrames(parseFrames(text) ?? [], 12, 30)
    return 'problem' in chosen ? chosen.problem : null
  }
  assert.match(problem('1-13')?.message ?? '', /names frame 13, and the animation has 12/)
  assert.match(problem('20-')?.message ?? '', /names frame 20/)
  assert.match(problem('1-12,1-12,1-12')?.message ?? '', /more than 30 frames/)
  assert.equal(problem('1-12,12-1')?.message, undefined)
})

test('frames are chosen, cut, held, joined, sped up and reversed, and their times add up', () => {
  const times = [100, 100, 100, 100]
  const shown = (edit: Partial<FrameEdit>, others: number[][] = []) => {
    const edited = editFrames([times, ...others], { ...unchanged, ...edit }, 20)
    assert.ok('frames' in edited)
    return edited.frames.map(({ clip, frame, milliseconds }) => `${clip}.${frame} ${milliseconds}`)
  }
  assert.deepEqual(shown({}), ['0.0 100', '0.1 100', '0.2 100', '0.3 100'])
  assert.deepEqual(shown({ frames: parseFrames('4,2x3') }), ['0.3 100', '0.1 300'])
  assert.deepEqual(shown({ startSeconds: 0.15, endSeconds: 0.3 }), ['0.1 50', '0.2 100'])
  assert.deepEqual(shown({ reverse: true }, [[50]]), ['1.0 50', '0.3 100', '0.2 100', '0.1 100', '0.0 100'])
  assert.deepEqual(shown({ speed: 3 }), ['0.0 30', '0.1 40', '0.2 30', '0.3 30'])
  // Faster than players can show, every second frame is left out, and the total stays the same.
  assert.deepEqual(shown({ speed: 10 }), ['0.0 20', '0.2 20'])
  assert.deepEqual(shown({ fps: 5 }), ['0.0 200', '0.2 200'])
  assert.deepEqual(shown({ boomerang: true, endSeconds: 0.3 }), ['0.0 100', '0.1 100', '0.2 100', '0.1 100'])
})

test('a selection that leaves nothing, or too much, is refused with the field', () => {
  const field = (edit: Partial<FrameEdit>, others: number[][] = []) => {
    const edited = editFrames([[100, 100], ...others], { ...unchanged, ...edit }, 4)
    return 'problem' in edited ? edited.problem.field : null
  }
  assert.equal(field({ startSeconds: 0.2 }), 'start')
  assert.equal(field({ startSeconds: 0.1, endSeconds: 0.1 }), 'end')
  assert.equal(field({ startSeconds: 0.1, frames: parseFrames('1') }), 'frames')
  assert.equal(field({}, [[10, 10, 10]]), 'append')
  assert.equal(field({ boomerang: true, frames: parseFrames('1,2,1,2') }), 'boomerang')
})
