import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type ClipBounds,
  durationOf,
  firstClip,
  movedTo,
  nudged,
  withEnd,
  withStart,
} from '#src/site/maker/client/video/clip.ts'
import { randomRuns } from '../../support/full-run.ts'
import { kindOf } from '#src/site/maker/client/source/file-kind.ts'
import { makeAnimation } from '../../support/media/animations.ts'
import { makeFolder } from '../../support/rendering/rendering.ts'
import { readAnimationSeconds } from '#src/site/maker/client/video/animation-length.ts'
import { applyTyped } from '#src/site/maker/client/video/clip.ts'
import { formatTime, speakTime, titleOfFile } from '#src/site/maker/client/format.ts'
import { makerTexts } from '#src/site/messages/en/client/maker.ts'

const known: ClipBounds = { duration: 20, maxSeconds: 6 }
const unknown: ClipBounds = { duration: Infinity, maxSeconds: 6 }

test('a clip begins with the first five seconds, or with as many as exist and are allowed', () => {
  assert.deepEqual(firstClip({ duration: 20, maxSeconds: 60 }), { start: 0, end: 5 })
  assert.deepEqual(firstClip({ duration: 2.345, maxSeconds: 60 }), { start: 0, end: 2.345 })
  assert.deepEqual(firstClip({ duration: 20, maxSeconds: 3 }), { start: 0, end: 3 })
})

test('when one end of a clip is moved too far, the other gives way', () => {
  const clip = { start: 4, end: 8 }
  assert.deepEqual(withStart(clip, 9, known), { start: 9, end: 9.1 })
  assert.deepEqual(withStart(clip, 0, known), { start: 0, end: 6 })
  assert.deepEqual(withEnd(clip, 99, known), { start: 14, end: 20 })
  assert.deepEqual(withEnd(clip, 2, known), { start: 1.9, end: 2 })
  assert.deepEqual(movedTo(clip, 18, known), { start: 16, end: 20 })
})

test('a handle moved by keys stops at the other one', () => {
  const clip = { start: 4, end: 8 }
  assert.deepEqual(nudged(clip, 'start', 12, known), { start: 7.9, end: 8 })
  assert.deepEqual(nudged(clip, 'start', Infinity, known), { start: 7.9, end: 8 })
  assert.deepEqual(nudged(clip, 'end', -Infinity, known), { start: 4, end: 4.1 })
  assert.deepEqual(nudged(clip, 'end', Infinity, known), { start: 14, end: 20 }, 'no clip is too long')
  assert.deepEqual(nudged({ start: 4, end: 4.03 }, 'start', 4.5, known), { start: 4, end: 4.1 })
})

test('a number typed past the other one moves the clip along, and the typed number stays', () => {
  const long: ClipBounds = { duration: 180, maxSeconds: 60 }
  const typed = (clip: [number, number], which: 'start' | 'end', wanted: number, bounds = long) => {
    const { clip: got, note, problem } = applyTyped({ start: clip[0], end: clip[1] }, which, wanted, bounds)
    return [
      got.start,
      got.end,
      ...(note === '' ? [] : [note]),
      ...(problem === null ? [] : [problem.message]),
    ]
  }
  assert.deepEqual(typed([90, 150], 'start', 170), [170, 180, 'End moved to 180 s.'])
  assert.deepEqual(typed([50, 50.1], 'end', 20), [19.9, 20, 'Start moved to 19.9 s.'])
  assert.deepEqual(typed([50, 55], 'end', 2), [0, 2, 'Start moved to 0 s.'])
  assert.deepEqual(typed([0, 5], 'start', 4.95), [4.95, 5])
  assert.deepEqual(typed([4, 8], 'start', 70, unknown), [70, 74, 'End moved to 74 s.'])
  assert.deepEqual(typed([4, 8], 'end', 70, unknown), [4, 70], 'nothing is cut from an unknown video')
})

test('other numbers that had to change are reported', () => {
  const long: ClipBounds = { duration: 180, maxSeconds: 60 }
  assert.deepEqual(applyTyped({ start: 0, end: 5 }, 'end', 150, long), {
    clip: { start: 90, end: 150 },
    note: 'Start moved to 90 s: a clip can be up to 60 s long.',
    problem: null,
  })
  const earlier = applyTyped({ start: 90, end: 150 }, 'start', 10, long)
  assert.deepEqual(
    [earlier.clip, earlier.note],
    [{ start: 10, end: 70 }, 'End moved to 70 s: a clip can be up to 60 s long.'],
  )
  const past = applyTyped({ start: 170, end: 175 }, 'end', 999, long)
  assert.deepEqual(
    [past.clip, past.note],
    [{ start: 170, end: 180 }, 'End moved to 180 s: the video ends there.'],
  )
})

test('two numbers that form no clip stay as typed until they do', () => {
  const same = applyTyped({ start: 4, end: 8 }, 'end', 4, known)
  assert.deepEqual(same, {
    clip: { start: 4, end: 4 },
    note: '',
    problem: { field: 'end', message: 'The end must be after the start.' },
  })
  assert.equal(applyTyped(same.clip, 'start', 6, known).problem?.field, 'end')
  assert.deepEqual(applyTyped(same.clip, 'start', 3, known).clip, { start: 3, end: 4 })
  const late = applyTyped({ start: 4, end: 8 }, 'start', 20, known)
  assert.deepEqual(late.clip, { start: 20, end: 8 })
  assert.equal(late.problem?.message, 'The video ends at 20 s. Choose an earlier start.')
})

test('a length is shown to the millisecond, and never past the end', () => {
  assert.deepEqual([2.005333, 2.0059999, 5, 0.3, Infinity].map(durationOf), [2.005, 2.005, 5, 0.3, Infinity])
})

test('the length of a GIF is the time of its frames', async () => {
  const gif = (...delays: number[]) => {
    const frame = (hundredths: number) => [
      ...[0x21, 0xf9, 4, 0, hundredths & 255, hundredths >> 8, 0, 0],
      ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 0x01, 0],
    ]
    const head = [...Buffer.from('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    return new Blob([new Uint8Array([...head, ...delays.flatMap(frame), 0x3b])])
  }
  assert.equal(await readAnimationSeconds(gif(10, 20, 300)), 3.3)
  assert.equal(await readAnimationSeconds(gif(0, 1, 2)), 0.22, 'as browsers show frames without a delay')
  assert.equal(await readAnimationSeconds(gif()), null)
  assert.equal(await readAnimationSeconds(new Blob(['no GIF'])), null)
})

for (const type of ['webp', 'gif', 'apng', 'avif'] as const) {
  test(`the length of an animated ${type} is the time of its frames`, async (t) => {
    const path = await makeAnimation(await makeFolder(t), type, { delaysMs: [200, 200, 200, 200] })
    const bytes = await readFile(path)
    assert.equal(await kindOf(new Blob([bytes])), 'animation')
    assert.equal(await readAnimationSeconds(new Blob([bytes])), 0.8)
    for (let length = 0; length < bytes.length; length += 7) {
      const seconds = await readAnimationSeconds(new Blob([bytes.subarray(0, length)]))
      assert.ok(seconds === null || seconds <= 0.8, `${length} bytes`)
    }
  })
}

test('after any move, a clip is within the video, not empty and not too long', () => {
  const seconds = fc.double({ min: -50, max: 500, noNaN: true })
  const moves = fc.array(fc.tuple(fc.constantFrom(withStart, withEnd, movedTo), seconds), { maxLength: 20 })
  const lengths = fc.double({ min: 0.2, max: 300, noNaN: true })
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 60 }), moves, (duration, maxSeconds, all) => {
      const bounds = { duration: durationOf(duration), maxSeconds }
      let clip = firstClip(bounds)
      for (const [move, wanted] of all) clip = move(clip, wanted, bounds)
      const { start, end } = clip
      // Numbers are rounded to a millisecond.
      assert.ok(start >= 0 && end <= bounds.duration, `${start} ${end}`)
      assert.ok(end - start > 0.0995 && end - start <= maxSeconds + 0.0005, `${start} ${end}`)
    }),
    randomRuns(100),
  )
})

test('times, places and titles are formatted for people', () => {
  assert.deepEqual([0, 2.5, 59.94, 64.5, 3723].map(formatTime), [
    '0 s',
    '2.5 s',
    '59.9 s',
    '1:04.5',
    '1:02:03',
  ])
  assert.deepEqual([1, 0.1, 61, 124.5].map(speakTime), [
    '1 second',
    '0.1 seconds',
    '1 minute 1 second',
    '2 minutes 4.5 seconds',
  ])
  assert.deepEqual(
    [1, 2, 3, 4, 11, 22].map(makerTexts.progress.position),
    ['1st', '2nd', '3rd', '4th', '11th', '22nd'].map((place) => `${place} in the queue`),
  )
  assert.equal(titleOfFile('holiday_in-rome.2024.mp4'), 'holiday in rome 2024')
})

test('the type of a file follows from its first bytes', async () => {
  const kind = (text: string) => kindOf(new Blob([Buffer.from(text, 'latin1')]))
  assert.equal(await kind('\0\0\0\x18ftypisom'), 'video')
  assert.equal(await kind('\0\0\0\x18ftypheic'), 'convertible')
  assert.equal(await kind('\0\0\0\x18ftypavif'), 'picture')
  assert.equal(await kind('\x1a\x45\xdf\xa3'), 'video')
  assert.equal(await kind('RIFF....AVI '), 'video')
  assert.equal(await kind('RIFF....WEBP'), 'picture')
  assert.equal(await kind('GIF89a'), 'animation')
  assert.equal(await kind('\0\0\0\x18ftypavis'), 'animation')
  assert.equal(await kind('\0\0\0\x18ftyp3gp4'), 'video')
  assert.equal(await kind('FLV\x01\x05'), 'video')
  assert.equal(await kind('OggS\0\x02'), 'video')
  assert.equal(await kind('\x30\x26\xb2\x75\x8e\x66\xcf\x11'), 'video')
  assert.equal(await kind('\0\0\x01\xba\x44'), 'video')
  assert.equal(await kind('\0\0\x01\xba\x21'), 'video')
  assert.equal(await kind(`G${'.'.repeat(187)}G${'.'.repeat(187)}G`), 'video')
  assert.equal(await kind('<html>'), 'unknown')
})
