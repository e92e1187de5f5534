import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type ClipBounds,
  firstClip,
  movedTo,
  withEnd,
  withStart,
  withTyped,
} from '#src/site/client/create/clip.ts'
import { kindOf } from '#src/site/client/create/file-kind.ts'
import { sayTime, titleOf, writeOrdinal, writeTime } from '#src/site/client/create/words.ts'

const known: ClipBounds = { duration: 20, maxSeconds: 6 }
const unknown: ClipBounds = { duration: Infinity, maxSeconds: 6 }

test('a clip begins with the first five seconds, or with as many as there are and may be', () => {
  assert.deepEqual(firstClip({ duration: 20, maxSeconds: 60 }), { start: 0, end: 5 })
  assert.deepEqual(firstClip({ duration: 2.345, maxSeconds: 60 }), { start: 0, end: 2.35 })
  assert.deepEqual(firstClip({ duration: 20, maxSeconds: 3 }), { start: 0, end: 3 })
})

test('where one end of a clip is moved too far, the other gives way', () => {
  const clip = { start: 4, end: 8 }
  assert.deepEqual(withStart(clip, 9, known), { start: 9, end: 9.1 })
  assert.deepEqual(withStart(clip, 0, known), { start: 0, end: 6 })
  assert.deepEqual(withEnd(clip, 99, known), { start: 14, end: 20 })
  assert.deepEqual(withEnd(clip, 2, known), { start: 1.9, end: 2 })
  assert.deepEqual(movedTo(clip, 18, known), { start: 16, end: 20 })
})

test('a start typed past the end takes the clip along; of an unknown video nothing else is mended', () => {
  const clip = { start: 4, end: 8 }
  assert.deepEqual(withTyped(clip, 'start', 10, known), { start: 10, end: 14 })
  assert.deepEqual(withTyped(clip, 'start', 70, unknown), { start: 70, end: 74 })
  assert.deepEqual(withTyped(clip, 'end', 70, unknown), { start: 4, end: 70 })
  assert.deepEqual(withTyped(clip, 'end', 2, unknown), { start: 4, end: 2 })
})

test('whatever is moved, a clip is within the video, not empty and not too long', () => {
  const seconds = fc.double({ min: -50, max: 500, noNaN: true })
  const moves = fc.array(fc.tuple(fc.constantFrom(withStart, withEnd, movedTo), seconds), { maxLength: 20 })
  const lengths = fc.double({ min: 0.2, max: 300, noNaN: true })
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 60 }), moves, (duration, maxSeconds, all) => {
      const bounds = { duration, maxSeconds }
      let clip = firstClip(bounds)
      for (const [move, wanted] of all) clip = move(clip, wanted, bounds)
      const { start, end } = clip
      // A hundredth of a second is what numbers are rounded to.
      assert.ok(start >= 0 && end <= duration + 0.01, `${start} ${end}`)
      assert.ok(end - start > 0.08 && end - start <= maxSeconds + 0.011, `${start} ${end}`)
    }),
  )
})

test('times, places and titles are written as people say them', () => {
  assert.deepEqual([0, 2.5, 59.94, 64.5, 3723].map(writeTime), [
    '0 s',
    '2.5 s',
    '59.9 s',
    '1:04.5',
    '1:02:03',
  ])
  assert.deepEqual([1, 0.1, 61, 124.5].map(sayTime), [
    '1 second',
    '0.1 seconds',
    '1 minute 1 second',
    '2 minutes 4.5 seconds',
  ])
  assert.deepEqual([1, 2, 3, 4, 11, 22].map(writeOrdinal), ['1st', '2nd', '3rd', '4th', '11th', '22nd'])
  assert.equal(titleOf('holiday_in-rome.2024.mp4'), 'holiday in rome 2024')
})

test('a file is what its first bytes say', async () => {
  const kind = (text: string) => kindOf(new Blob([Buffer.from(text, 'latin1')]))
  assert.equal(await kind('\0\0\0\x18ftypisom'), 'video')
  assert.equal(await kind('\0\0\0\x18ftypheic'), 'heic')
  assert.equal(await kind('\0\0\0\x18ftypavif'), 'picture')
  assert.equal(await kind('\x1a\x45\xdf\xa3'), 'video')
  assert.equal(await kind('RIFF....AVI '), 'video')
  assert.equal(await kind('RIFF....WEBP'), 'picture')
  assert.equal(await kind('GIF89a'), 'gif')
  assert.equal(await kind(`G${'.'.repeat(187)}G${'.'.repeat(187)}G`), 'video')
  assert.equal(await kind('<html>'), 'unknown')
})
