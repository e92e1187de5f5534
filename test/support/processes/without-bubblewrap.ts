import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import type { TestContext } from 'node:test'

/**
 * Skips a test that needs a sandbox, for `reason`: what the program says of it. Fails instead where bubblewrap by itself
 * makes a sandbox here, for then the program is at fault, and nothing would say so.
 */
export function skipWithoutBubblewrap(t: TestContext, reason: string): void {
  const { status } = spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true'])
  assert.notEqual(status, 0, `bubblewrap works here, and is not used: ${reason}`)
  t.skip(reason)
}
