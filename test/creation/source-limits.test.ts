import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceLimits } from '#src/app/source-limits.ts'
import { testConfig } from '../support/instance.ts'

test('a client has at most a fifth of KEEP_SOURCE_MB or of the free space, and PREPARED_SOURCE_MB_PER_CLIENT', async () => {
  const megabyte = 2 ** 20
  const megabytesOf = async (settings: Record<string, string>, freeMegabytes = 1_000_000) => {
    const config = testConfig({ MIN_FREE_DISK_MB: '100', ...settings })
    const { maxBytes, maxBytesOfClient } = await sourceLimits(config, async () => freeMegabytes * megabyte)()
    return [maxBytes / megabyte, maxBytesOfClient / megabyte]
  }
  assert.deepEqual(await megabytesOf({}), [5000, 1000])
  assert.deepEqual(await megabytesOf({ KEEP_SOURCE_MB: '500' }), [500, 100])
  assert.deepEqual(await megabytesOf({}, 600), [500, 100])
  assert.deepEqual(await megabytesOf({ PREPARED_SOURCE_MB_PER_CLIENT: '50' }), [5000, 50])
})
