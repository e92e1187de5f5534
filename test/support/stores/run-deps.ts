import type { Stores } from '#src/app/stores.ts'
import type { RunDeps } from '#src/creation/run.ts'
import type { SourceFetcher } from '#src/creation/source-fetcher.ts'
import type { MediaEngine } from '#src/media/media-engine.ts'

/** Everything that a run works with, on real stores. The engine and the fetcher reject every call that is not replaced. */
export function runDeps(
  { catalogue, unitOfWork, mediaStore, preparedSources, clock }: Stores,
  {
    mediaEngine = {},
    sources = {},
    ...changes
  }: Partial<Omit<RunDeps, 'mediaEngine' | 'sources'>> & {
    mediaEngine?: Partial<MediaEngine>
    sources?: Partial<SourceFetcher>
  } = {},
): RunDeps {
  return {
    catalogue,
    unitOfWork,
    mediaStore,
    preparedSources,
    clock,
    watermarkText: () => '',
    sourceLimits: async () => ({
      keepMs: 0,
      maxBytes: 0,
      maxBytesOfClient: 0,
      maxOfClient: 0,
      previewSeconds: 0,
    }),
    ...changes,
    mediaEngine: {
      render: notReached,
      derive: notReached,
      look: notReached,
      preview: notReached,
      measure: notReached,
      close: async () => undefined,
      ...mediaEngine,
    },
    sources: { check: (address) => new URL(address), fetch: notReached, ...sources },
  }
}

function notReached(): Promise<never> {
  return Promise.reject(new Error('not reached'))
}
