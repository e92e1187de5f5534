import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { moduleBytes } from '#src/gif/kernels/module-bytes.ts'
import { inflate } from '#src/gif/library/inflate.ts'
import { randomRuns } from '../../support/full-run.ts'

test('data deflated by zlib is inflated, with any repetitions', () => {
  const kernels = moduleBytes()
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      fc.array(fc.nat({ max: 300 }), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      (bytes, starts, level) => {
        const data = Buffer.concat([...starts.map((start) => bytes.subarray(start)), kernels])
        assert.deepEqual(
          Buffer.from(inflate(deflateRawSync(data, { level, memLevel: 9 }), data.length)),
          data,
        )
      },
    ),
    randomRuns(60),
  )
})

test('damaged data and other kinds of blocks are refused', () => {
  const kernels = moduleBytes()
  assert.throws(() => inflate(deflateRawSync(kernels, { level: 0 }), kernels.length), /another kind of block/)
  assert.throws(() => inflate(deflateRawSync(kernels).subarray(0, 3000), kernels.length), Error)
  assert.throws(() => inflate(deflateRawSync(kernels), kernels.length + 1), /bytes, not/)
})
