import assert from 'node:assert/strict'
import { test } from 'node:test'
import { optionProblem } from '#src/options/check-options.ts'
import { labelMessage, videoOptions } from '#src/options/form-options.ts'
import { defaultClipOptions } from '#src/options/clip-options.ts'
import { defaultGifOptions } from '#src/options/gif-options.ts'
import { gifSecondsOf } from '#src/options/parse-option.ts'
import { clipSecondsFor, windowProblem } from '#src/options/rules/gif-length.ts'
import { parseTime } from '#src/options/rules/parse-time.ts'
import { boomerangFrames, playOrder } from '#src/options/rules/play-order.ts'
import { splitTags } from '#src/options/rules/title-and-tags.ts'

const defaults = { ...defaultClipOptions, ...defaultGifOptions }
const limits = { maxClipSeconds: 10, maxPictures: 5 }

test('the length of a GIF follows from its clip, its speed and its direction', () => {
  const seconds = (clipSeconds: number, values: Partial<typeof defaults>) =>
    gifSecondsOf(clipSeconds, videoOptions, { ...defaults, ...values })
  assert.equal(seconds(6, { speed: 1.5 }), 4)
  assert.equal(seconds(6, { speed: 0.5, boomerang: true }), 24)
  assert.equal(clipSecondsFor(60, { speed: 0.25, boomerang: false }), 15)
  assert.equal(clipSecondsFor(7, { speed: 0.33, boomerang: true }), 1.155)
})

test('a boomerang does not show its turning points twice', () => {
  const order = (count: number, reverse: boolean, boomerang: boolean) =>
    playOrder(count, { reverse, boomerang }).join('')
  assert.deepEqual(
    [order(4, false, false), order(4, true, false), order(4, false, true), order(4, true, true)],
    ['0123', '3210', '012321', '321012'],
  )
  assert.deepEqual([order(0, true, true), order(1, true, true), order(2, false, true)], ['', '0', '01'])
  for (const count of [0, 1, 2, 3, 9])
    assert.equal(boomerangFrames(count), playOrder(count, { reverse: false, boomerang: true }).length)
})

test('a time is parsed as people type it, to the millisecond', () => {
  const times: [string, number | null][] = [
    ...([
      ['2.5', 2.5],
      ['2,5', 2.5],
      [' 2.5 s', 2.5],
      ['1:05', 65],
      ['0:01.5', 1.5],
    ] as [string, number][]),
    ...([
      ['1:02:03', 3723],
      ['75', 75],
      ['.5', 0.5],
      ['2.', 2],
      ['1.2345', 1.235],
    ] as [string, number][]),
    ...[
      '',
      ' ',
      's',
      '1:60',
      '1:60:00',
      '-1',
      '1:',
      ':',
      '1.2.3',
      '1e3',
      'abc',
      'Infinity',
      '1:2:3:4',
      '9'.repeat(101),
    ].map((text): [string, null] => [text, null]),
  ]
  for (const [text, seconds] of times) assert.equal(parseTime(text), seconds, text)
})

test('a clip ends after its start and is not too long; rounding does not count', () => {
  const problem = (startSeconds: number, endSeconds: number) =>
    windowProblem({ startSeconds, endSeconds }, 60)?.message ?? null
  assert.equal(problem(0.1, 60.1), null)
  assert.match(problem(2, 2) ?? '', /`end` must be greater/)
  assert.match(problem(0, 60.001) ?? '', /at most 60 seconds/)
})

test('conflicting options are reported with the first of them and a valid value', () => {
  const problem = (seconds: number, values: Partial<typeof defaults>) => {
    const all = { ...defaults, ...values }
    const clip = { seconds, speed: all.speed }
    return optionProblem(videoOptions, all, { clip, pictures: null, limits })
  }
  assert.equal(problem(10, {}), null)
  assert.deepEqual(
    [problem(10, { speed: 0.5 })?.field, problem(6, { boomerang: true })?.field],
    ['speed', 'boomerang'],
  )
  assert.match(problem(6, { boomerang: true })?.message ?? '', /12 seconds .* at most 5 seconds/)
  const pictures = optionProblem(
    videoOptions,
    { ...defaults, boomerang: true },
    { clip: null, pictures: 4, limits },
  )
  assert.match(pictures?.message ?? '', /6 frames.* at most 3 pictures/)
})

test('a message names fields by their labels, in lower case within a sentence', () => {
  const label = (message: string) => labelMessage(message, () => undefined, 'en')
  assert.equal(label('`end` must be after `start`.'), 'End must be after start.')
  assert.equal(label('Choose another `clip_width` than `other`.'), 'Choose another GIF width than other.')
})

test('tags are separated by commas, or hashtags', () => {
  assert.deepEqual(splitTags('frog, slow  motion'), ['frog', 'slow motion'])
  assert.deepEqual(splitTags('#frog #splash'), ['frog', 'splash'])
})
