import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LimitedGif, sizeNote } from '#src/options/rules/size-note.ts'

const shape = { width: 480, height: 270, fps: 15 }
const limited: LimitedGif = {
  preset: 'best' as const,
  maxBytes: 1_000_000,
  bytes: 980_000,
  level: 0.4,
  given: shape,
  made: shape,
}

test('a GIF that uses its limit and looks good has no note', () => {
  for (const level of [0, 0.2, 0.7]) assert.equal(sizeNote({ ...limited, level }), null)
})

test('a GIF well below its limit is at its best, unless a worse preset was requested', () => {
  const enough = { ...limited, bytes: 570_000, level: 0 }
  assert.deepEqual(sizeNote(enough), { outcome: 'enough' })
  for (const preset of ['balanced', 'small', 'tiny'] as const)
    assert.equal(sizeNote({ ...enough, preset }), null)
  assert.equal(sizeNote({ ...enough, level: 0.01 }), null)
  assert.equal(sizeNote({ ...enough, bytes: 960_000 }), null)
})

test('a rough GIF gets a suggested width that looks better: the rougher, the narrower', () => {
  const widths = [0.71, 0.85, 1].map((level) => sizeNote({ ...limited, level }))
  assert.deepEqual(widths, [
    { outcome: 'rough', width: 280 },
    { outcome: 'rough', width: 240 },
    { outcome: 'rough', width: 200 },
  ])
  const small = { width: 160, height: 90, fps: 15 }
  assert.equal(sizeNote({ ...limited, level: 1, given: small, made: small }), null)
})

test('a GIF that was made smaller reports its width, and its rate if frames were left out', () => {
  const width = sizeNote({ ...limited, made: { width: 320, height: 180, fps: 15 } })
  assert.deepEqual(width, { outcome: 'smaller', width: 320 })
  const frames = sizeNote({ ...limited, level: 1, made: { width: 200, height: 112, fps: 15 / 4 } })
  assert.deepEqual(frames, { outcome: 'smaller', width: 200, fps: 3.8 })
})
