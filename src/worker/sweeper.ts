import type { SessionLimits, SessionStore } from '../accounts/session-store.ts'
import type { CatalogueStore } from '../catalogue/catalogue-store.ts'
import type { VisitorGifStore } from '../catalogue/publishing/visitor-gif-store.ts'
import type { PreparedSourceStore } from '../creation/sources/source-store.ts'
import type { TaskQueue } from '../creation/task-queue.ts'
import { uploadFolder } from '../creation/uploads.ts'
import type { Clock } from '../lib/clock.ts'
import type { MediaStore } from '../media/media-store.ts'
import { preparedFolder, removeMedia, sourceFolder } from '../media/media-files.ts'
import { gifFolders } from '../media/rendition.ts'
import type { NoticeStore } from '../catalogue/notices/notice-store.ts'

const minuteMs = 60_000
/** Longer than any upload into the media store takes. */
const uploadMs = 24 * 60 * minuteMs
const taskMemoryMs = 7 * 24 * 60 * minuteMs
const batch = 200
/** The number of GIFs that are removed in one transaction. */
const removedAtOnce = 50

export type SweeperDeps = {
  tasks: TaskQueue
  sessions: SessionStore
  sessionLimits: SessionLimits
  catalogue: CatalogueStore
  notices: NoticeStore
  preparedSources: PreparedSourceStore
  /** The time for which the senders of notices are kept after the notice is closed. */
  keepContactsMs: number
  mediaStore: MediaStore
  /** Ends uploads into the media store that began before this time. Omitted: uploads have no parts. */
  removeUnfinished?: (beforeMs: number) => Promise<number>
  /** Removes expired counts of clients. Omitted: they are in memory. */
  forgetCounts?: () => Promise<number>
  /** Rejects if the database cannot be written, for example because the instance has moved. */
  tryToWrite: () => Promise<void>
  clock: Clock
  /** Unpublished GIFs of visitors. */
  visitorGifs: VisitorGifStore
  /** The time for which they are kept; null: forever. */
  keepUnpublishedMs: number | null
  /** Files younger than this may still be about to get a row. */
  graceMs: number
}

/** The numbers of removed items, by kind. */
export type Swept = {
  uploads: number
  renditions: number
  sources: number
  prepared: number
  tasks: number
  sessions: number
  contacts: number
  counts: number
  unfinished: number
  unpublished: number
}

/**
 * Removes everything that no row names from the stores: uploads that no task needs, renditions without a GIF, and
 * sources, including prepared ones, that no derivation needs or that have expired. Also removes old tasks and sessions,
 * the senders of notices that were closed long ago, and GIFs that visitors did not publish in time.
 */
export class Sweeper {
  readonly #deps: SweeperDeps

  constructor(deps: SweeperDeps) {
    this.#deps = deps
  }

  /** Runs one whole sweep; `signal` ends it between two groups of files, with its reason. */
  async sweep(signal?: AbortSignal): Promise<Swept> {
    const { tasks, preparedSources, catalogue, sessions, sessionLimits, notices, keepContactsMs, clock } =
      this.#deps
    const { removeUnfinished = async () => 0, forgetCounts = async () => 0 } = this.#deps
    // A database that takes no writes has no rows for the files being made now.
    await this.#deps.tryToWrite()
    const { graceMs } = this.#deps
    const uploads = await this.#removeUnnamed('incoming', { graceMs, signal }, async (ids) => {
      const needed = await tasks.retention.needingUploads(ids)
      return ids.filter((id) => !needed.has(id)).map(uploadFolder)
    })
    let renditions = 0
    for (const folder of gifFolders) {
      renditions += await this.#removeUnnamed(folder, { graceMs, signal }, async (mediaIds) => {
        // The order matters: a GIF published between the two queries is found by the second.
        const claimed = await tasks.retention.claimedMedia(mediaIds)
        const orphans: string[] = []
        for (const id of mediaIds.filter((id) => !claimed.has(id)))
          if (!(await catalogue.isMediaNamed(id))) orphans.push(`${folder}/${id}`)
        return orphans
      })
    }
    // A row names a source before the source exists, and only as long as it is needed, so no age is too young.
    const sources = await this.#removeUnnamed('sources', { graceMs: 0, signal }, async (mediaIds) => {
      const needed = await tasks.retention.neededSources(mediaIds)
      return mediaIds.filter((id) => !needed.has(id)).map(sourceFolder)
    })
    await preparedSources.forgetEnded()
    const prepared = await this.#removeUnnamed('prepared', { graceMs: 0, signal }, async (ids) => {
      const known = await preparedSources.known(ids)
      return ids.filter((id) => !known.has(id)).map(preparedFolder)
    })
    return {
      uploads,
      renditions,
      sources,
      prepared,
      tasks: await tasks.retention.forget(taskMemoryMs),
      sessions: await sessions.forget(sessionLimits),
      contacts: await notices.forgetContacts(clock.now() - keepContactsMs),
      counts: await forgetCounts(),
      unfinished: await removeUnfinished(clock.now() - uploadMs),
      unpublished: await this.#removeUnpublished(signal),
    }
  }

  /** Rows are removed first: files that a crash leaves have no GIF, and are swept. */
  async #removeUnpublished(signal: AbortSignal | undefined): Promise<number> {
    const { visitorGifs, keepUnpublishedMs, catalogue, mediaStore, clock } = this.#deps
    await visitorGifs.forgetUnmade(clock.now() - taskMemoryMs)
    if (keepUnpublishedMs === null) return 0
    let removed = 0
    for (;;) {
      signal?.throwIfAborted()
      const gifs = await visitorGifs.removeUnpublished(clock.now() - keepUnpublishedMs, removedAtOnce)
      for (const { mediaId } of gifs)
        if (!(await catalogue.isMediaNamed(mediaId))) await removeMedia(mediaStore, mediaId)
      removed += gifs.length
      if (gifs.length < removedAtOnce) return removed
    }
  }

  async #removeUnnamed(
    prefix: string,
    { graceMs, signal }: { graceMs: number; signal: AbortSignal | undefined },
    unnamed: (names: string[]) => Promise<string[]>,
  ): Promise<number> {
    const { mediaStore, clock } = this.#deps
    const newest = clock.now() - graceMs
    let names: string[] = []
    let removed = 0
    const removeBatch = async () => {
      signal?.throwIfAborted()
      for (const folder of await unnamed(names)) {
        await mediaStore.removeAll(folder)
        removed += 1
      }
      names = []
    }
    for await (const folder of mediaStore.listFolders(prefix)) {
      if (graceMs === 0 || folder.modifiedAt < newest) names.push(folder.name)
      if (names.length >= batch) await removeBatch()
    }
    await removeBatch()
    return removed
  }
}
