import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pino from 'pino'
import { DiskSpace, type JobSpace } from '#src/creation/disk-space.ts'
import type { RunDeps } from '#src/creation/run.ts'
import type { Claim } from '#src/creation/task.ts'
import { runClaim } from '#src/worker/claim-run.ts'
import { Workspaces } from '#src/worker/workspaces.ts'
import { makeFolder } from '../support/rendering/rendering.ts'

test('a run leaves neither its folder nor disk space, even if it fails', async (t) => {
  const folder = join(await makeFolder(t), 'work')
  const { signal } = new AbortController()
  let held = 0
  const diskSpace = new DiskSpace({ freeBytes: async () => Infinity, minFreeBytes: 0 })
  t.mock.method(diskSpace, 'openJob', () => {
    held++
    return { signal, release: () => held-- } as unknown as JobSpace
  })
  // Fails at every call; the folder exists by then.
  let seen: string[] = []
  const failing = new Proxy({} as RunDeps, {
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
  const places = { workspaces: new Watched(folder), diskSpace }
  const context = { signal, onProgress: () => {}, log: pino({ level: 'silent' }) }
  await assert.rejects(runClaim(failing, { kind: 'derivation' } as Claim, places, context), /expected/)
  assert.equal(seen.length, 1)
  assert.deepEqual([await readdir(folder), held], [[], 0])
})
