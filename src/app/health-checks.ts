import { movedSentenceOf } from '../adapters/db/shared/moved.ts'
import type { Check, ToleratesFault } from '../http/health/readiness.ts'
import { findProgram } from '../lib/tools/find-program.ts'
import type { MediaStore } from '../media/media-store.ts'
import { tryMediaStore } from '../media/try-media-store.ts'

/** The loop runs every two seconds; a busy database may delay it by five. */
const maxLoopSilenceMs = 10_000

export type HealthDeps = {
  tryDatabase: () => Promise<void>
  /** Rejects once the data in memory is too old to serve. Null if that cannot happen. */
  checkCatalogue: (() => Promise<void> | null) | null
  /** Throws while there is no search index. Null if the process has no index. */
  checkSearch: (() => void) | null
  mediaStore: MediaStore
  /** A folder for files on their way into the store. */
  temporary: string
  freeBytes: () => Promise<number>
  minFreeBytes: number
  /**
   * The parts that make GIFs: the path of their tools, the time since their loop last ran, and a trial. Null if this
   * process makes none.
   */
  maker: { searchPath: string; loopSilenceMs: () => number; tryDecoder: () => Promise<void> } | null
}

/** The checks of /readyz, by name. */
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
 * The faults despite which a process still answers whatever it can. A shared service is down for all machines, so none
 * is better than another; a machine's own fault takes it out. An instance that has moved still answers read requests.
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
