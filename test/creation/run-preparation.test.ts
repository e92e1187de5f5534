import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PreparedSource } from '#src/creation/sources/prepared-source.ts'
import { runPreparation } from '#src/creation/sources/run-preparation.ts'
import { tooLargeToKeep } from '#src/creation/sources/source-store.ts'
import type { RunDeps } from '#src/creation/run.ts'
import type { PreparationClaim } from '#src/creation/task.ts'
import type { PreviewMade } from '#src/media/media-engine.ts'

const id = 'a'.repeat(22)
const claim: PreparationClaim = {
  kind: 'preview',
  id: 'task',
  token: 'token',
  sourceId: id,
  seconds: 90,
  ownerId: null,
  client: null,
  attempt: 1,
  failures: 0,
}

test('a longer preview that does not fit leaves no file, and the shorter one stays', async () => {
  const made: PreviewMade = {
    ...{ file: 'made', type: 'mp4', width: 320, height: 180, seconds: 500, rate: 25 },
    shownSeconds: 90,
  }
  const source = { id, kind: 'upload', files: 1, bytes: 100, title: null } as PreparedSource
  const stored = new Set([`prepared/${id}/0`, `prepared/${id}/previews/60000/preview`])
  const deps = {
    mediaStore: {
      put: async (key: string) => void stored.add(key),
      fetch: async () => undefined,
      removeAll: async (prefix: string) => {
        for (const key of stored) if (key.startsWith(`${prefix}/`)) stored.delete(key)
      },
    },
    preparedSources: { read: async () => source },
    sourceLimits: async () => ({
      keepMs: 1,
      maxBytes: 1,
      maxBytesOfClient: 1,
      maxOfClient: 1,
      previewSeconds: 60,
    }),
    mediaEngine: { preview: async () => ({ path: '/made', bytes: 1000, made }) },
    unitOfWork: {
      inTransaction: async () => {
        assert.ok(stored.has(`prepared/${id}/previews/90000/preview`))
        throw tooLargeToKeep()
      },
    },
  } as unknown as RunDeps
  const context = {
    workspace: '/workspace',
    signal: new AbortController().signal,
    onProgress: () => undefined,
    space: {},
  } as unknown as Parameters<typeof runPreparation>[2]
  await assert.rejects(runPreparation(deps, claim, context), /larger than the space/)
  assert.deepEqual([...stored], [`prepared/${id}/0`, `prepared/${id}/previews/60000/preview`])
})
