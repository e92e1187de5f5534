import type { Config } from '../config/config.ts'
import { ElectedSweeper } from '../worker/elected-sweeper.ts'
import { Sweeper } from '../worker/sweeper.ts'
import { WorkspaceCleaner, Workspaces } from '../worker/workspaces.ts'
import type { SharedParts } from './shared-parts.ts'

/** Files younger than this may belong to a row that is about to be written. */
const fileGraceMs = 60 * 60_000

/** Regular cleanup: one process of the instance cleans the stores, and each process its own temporary folders. */
export function createUpkeep(config: Config, { stores, mediaStore, folders, clock, log }: SharedParts) {
  const { tasks, sessions, catalogue, notices, elections } = stores
  const sweeper = new Sweeper({
    tasks,
    sessions,
    sessionLimits: config.site.sessionLimits,
    catalogue,
    notices,
    preparedSources: stores.preparedSources,
    keepContactsMs: config.notices.keepContactsMs,
    visitorGifs: stores.visitorGifs,
    keepUnpublishedMs: config.publishing.keepUnpublishedMs,
    mediaStore,
    removeUnfinished: (beforeMs) => stores.mediaStore.removeUnfinished(beforeMs),
    forgetCounts: stores.forgetCounts,
    tryToWrite: stores.tryToWrite,
    clock,
    graceMs: fileGraceMs,
  })
  const elected = new ElectedSweeper(sweeper, elections, log)
  const { uploads, render, work } = folders
  const cleaner = new WorkspaceCleaner(
    [work, uploads, render].map((folder) => new Workspaces(folder)),
    log,
  )
  return {
    async start(): Promise<void> {
      await cleaner.start()
      elected.start()
    },
    async stop(): Promise<void> {
      await Promise.all([cleaner.stop(), elected.stop()])
    },
  }
}
