import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import type { TestContext } from 'node:test'

/**
 * Skips a test that needs a sandbox, for the `reason` given by the program. Fails instead if bubblewrap by itself makes
 * a sandbox here, as the program is then at fault, and nothing would report it.
 */
export function skipWithoutBubblewrap(t: TestContext, reason: string): void {
  const { status } = spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true'])
  assert.notEqual(status, 0, `bubblewrap works here, and is not used: ${reason}`)
  t.skip(reason)
}
