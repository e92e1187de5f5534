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
/** No upload into the media store takes so long. */
const uploadMs = 24 * 60 * minuteMs
const taskMemoryMs = 7 * 24 * 60 * minuteMs
const batch = 200
/** GIFs that are removed in one transaction. */
const removedAtOnce = 50

export type SweeperDeps = {
  tasks: TaskQueue
  sessions: SessionStore
  sessionLimits: SessionLimits
  catalogue: CatalogueStore
  notices: NoticeStore
  preparedSources: PreparedSourceStore
  /** How long it is kept who sent a notice, after it was closed. */
  keepContactsMs: number
  mediaStore: MediaStore
  /** Ends uploads into the media store that began before this time. Left out where uploads have no parts. */
  removeUnfinished?: (beforeMs: number) => Promise<number>
  /** Removes counts of clients whose time is over. Left out where they are in memory. */
  forgetCounts?: () => Promise<number>
  /** Rejects where the database cannot be written, for example since the instance has moved. */
  tryToWrite: () => Promise<void>
  clock: Clock
  /** GIFs of visitors that nobody published. */
  visitorGifs: VisitorGifStore
  /** How long they are kept; null: forever. */
  keepUnpublishedMs: number | null
  /** Files younger than this may be on their way to a row. */
  graceMs: number
}

/** What a sweep removed, by what it was. */
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
 * Removes from the stores what no row names: uploads that no task needs, renditions without a GIF, sources that no
 * derivation has any more or that were kept long enough, prepared sources among them; old tasks and sessions; who sent
 * notices that were closed long ago; and GIFs of visitors that nobody published in time.
 */
export class Sweeper {
  readonly #deps: SweeperDeps

  constructor(deps: SweeperDeps) {
    this.#deps = deps
  }

  /** One whole sweep; `signal` ends it between two groups of files, by its reason. */
  async sweep(signal?: AbortSignal): Promise<Swept> {
    const { tasks, preparedSources, catalogue, sessions, sessionLimits, notices, keepContactsMs, clock } =
      this.#deps
    const { removeUnfinished = async () => 0, forgetCounts = async () => 0 } = this.#deps
    // A database that takes no rows does not know those of the files that are made now.
    await this.#deps.tryToWrite()
    const { graceMs } = this.#deps
    const uploads = await this.#removeUnnamed('incoming', { graceMs, signal }, async (ids) => {
      const needed = await tasks.retention.needingUploads(ids)
      return ids.filter((id) => !needed.has(id)).map(uploadFolder)
    })
    let renditions = 0
    for (const folder of gifFolders) {
      renditions += await this.#removeUnnamed(folder, { graceMs, signal }, async (mediaIds) => {
        // In this order: what is published between the two questions has a GIF at the second.
        const claimed = await tasks.retention.claimedMedia(mediaIds)
        const orphans: string[] = []
        for (const id of mediaIds.filter((id) => !claimed.has(id)))
          if (!(await catalogue.isMediaNamed(id))) orphans.push(`${folder}/${id}`)
        return orphans
      })
    }
    // A row names a source before it is there, and no longer than it is needed: none is too young.
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

  /** Rows first: files that a crash leaves have no GIF, and are swept up. */
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
