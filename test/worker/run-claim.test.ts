import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pino from 'pino'
import type { JobSpace } from '#src/creation/disk-space.ts'
import type { Claim } from '#src/creation/task.ts'
import { runClaim, type RunClaimDeps } from '#src/worker/run-claim.ts'
import { Workspaces } from '#src/worker/workspaces.ts'
import { makeFolder } from '../support/rendering/rendering.ts'

test('a run leaves neither its folder nor disk space, even if it fails', async (t) => {
  const folder = join(await makeFolder(t), 'work')
  const { signal } = new AbortController()
  let held = 0
  const openJob = () => {
    held++
    return { signal, release: () => held-- } as unknown as JobSpace
  }
  // Fails at every call; the folder exists by then.
  let seen: string[] = []
  const failing = new Proxy({} as RunClaimDeps['run'], {
    get: () => {
      throw new Error('expected')
    },
  })
  class Watched extends Workspaces {
    override async make(): Promise<string> {
      const made = await super.make()
      seen = await readdir(folder)
      return made
    }
  }
  const deps = { run: failing, workspaces: new Watched(folder), diskSpace: { openJob } }
  const context = { signal, onProgress: () => {}, log: pino({ level: 'silent' }) }
  await assert.rejects(runClaim(deps, { kind: 'derivation' } as Claim, context), /expected/)
  assert.equal(seen.length, 1)
  assert.deepEqual([await readdir(folder), held], [[], 0])
})
