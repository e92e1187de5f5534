import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { compileKernels, kernelsPath } from '../../../scripts/compile-kernels.ts'

test('the compiled kernels match their sources, to the byte', async () => {
  assert.equal(readFileSync(kernelsPath, 'utf8'), await compileKernels())
})
