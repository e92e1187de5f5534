import { movedSentenceOf } from '../adapters/db/shared/moved.ts'
import type { Check, ToleratesFault } from '../http/health/readiness.ts'
import { findProgram } from '../lib/tools/find-program.ts'
import type { MediaStore } from '../media/media-store.ts'
import { tryMediaStore } from '../media/try-media-store.ts'

/** The loop turns every two seconds; a database that is busy may hold it up for five. */
const maxLoopSilenceMs = 10_000

export type HealthDeps = {
  tryDatabase: () => Promise<void>
  /** Rejects once what is in memory is too old to be served. Null where that cannot be. */
  checkCatalogue: (() => Promise<void> | null) | null
  /** Throws while there is no search index. Null where none is kept. */
  checkSearch: (() => void) | null
  mediaStore: MediaStore
  /** A folder on the way into the store. */
  temporary: string
  freeBytes: () => Promise<number>
  minFreeBytes: number
  /** What makes the GIFs: where its tools are, how long ago its loop went round, and a try. Null where none are made. */
  maker: { searchPath: string; loopSilenceMs: () => number; tryDecoder: () => Promise<void> } | null
}

/** What /readyz tries, by the names that it tells. */
export function healthChecks(deps: HealthDeps): Record<string, Check> {
  const { tryDatabase, checkCatalogue, checkSearch, mediaStore, temporary, freeBytes, minFreeBytes, maker } =
    deps
  return {
    database: tryDatabase,
    ...(checkCatalogue !== null && { catalogue: async () => void (await checkCatalogue()) }),
    ...(checkSearch !== null && { search: async () => checkSearch() }),
    store: () => tryMediaStore(mediaStore, temporary),
    disk: async () => {
      const free = await freeBytes()
      if (free < minFreeBytes) throw new Error(`only ${free} bytes are free`)
    },
    ...(maker !== null && {
      ffmpeg: () => findTools(maker.searchPath),
      decoder: maker.tryDecoder,
      worker: async () => {
        const silenceMs = maker.loopSilenceMs()
        if (silenceMs > maxLoopSilenceMs) throw new Error(`the queue was not asked for ${silenceMs} ms`)
      },
    }),
  }
}

/**
 * The faults with which a process that answers requests goes on answering what it can. What all machines share is away for all
 * of them, and one without it is worth as much as another; a fault of its own takes a machine out. An instance that has
 * moved answers those who only look.
 */
export function toleratedFaults(shared: { database: boolean; store: boolean }): ToleratesFault {
  return (check, fault) => {
    if (check === 'database') return shared.database || movedSentenceOf(fault) !== undefined
    return check === 'store' && shared.store
  }
}

async function findTools(searchPath: string): Promise<void> {
  for (const tool of ['ffmpeg', 'ffprobe']) {
    if ((await findProgram(tool, searchPath)) === undefined) throw new Error(`${tool} is not on the path`)
  }
}
