import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeSentence } from '#src/cli/make-output.ts'

test('`make` reports the result of a size limit', () => {
  const sentences = [
    sizeSentence({ outcome: 'enough' }, { bytes: 1_234_000, width: 480 }, 5_000_000),
    sizeSentence({ outcome: 'rough', width: 320 }, { bytes: 499_000, width: 480 }, 500_000),
    sizeSentence({ outcome: 'smaller', width: 320 }, { bytes: 499_000, width: 320 }, 500_000),
    sizeSentence({ outcome: 'smaller', width: 200, fps: 7.5 }, { bytes: 1_990_000, width: 200 }, 2_000_000),
  ]
  assert.deepEqual(sentences, [
    '1.2 MB: more would not look better.',
    'It looks rough at 480 px; --width 320 looks better at the same size.',
    'Made 320 px wide, to fit 500 KB.',
    'Made 200 px wide with 7.5 frames per second, to fit 2 MB.',
  ])
})
