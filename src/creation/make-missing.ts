import { setTimeout as sleep } from 'node:timers/promises'
import type { CatalogueStore } from '../catalogue/catalogue-store.ts'
import { randomId } from '../lib/ids.ts'
import type { RenditionName } from '../media/rendition.ts'
import { type CataloguedLadder, missingRenditions } from '../media/resolve-rendition.ts'
import type { TaskQueue, UnitOfWork } from './task-queue.ts'

/** Counts of a catalogue's GIFs and their missing renditions. */
export type LadderCounts = {
  gifs: number
  /** GIFs that lack a rendition. */
  lacking: number
  /** The number of GIFs that lack each rendition; renditions that every GIF has are omitted. */
  missing: Partial<Record<RenditionName, number>>
}

/** The stores used to find and add missing renditions. */
type MissingStores = { catalogue: CatalogueStore; unitOfWork: UnitOfWork; tasks: TaskQueue }

export type MakeMissingOptions = {
  categoryId: number | null
  /** The maximum number of GIFs. */
  limit: number
  /** The maximum number of derivations of these GIFs that are open at once. */
  window: number
  /** Stops adding and waiting; open derivations stay in the queue. */
  signal: AbortSignal
  onProgress: (done: number, of: number) => void
  /** Called when there are derivations to claim. */
  wake: () => void
}

export type MadeMissing = {
  /** GIFs whose derivation has ended. */
  done: number
  /** GIFs among them that still lack a rendition. */
  incomplete: number
}

const batch = 500

/** The interval at which ended derivations are looked for. */
const lookEveryMs = 250

/** The client of these derivations, so that they take turns with those of new GIFs. */
const client = 'renditions make'

/** Counts the missing renditions of a category's GIFs, or of all. Reads each GIF once. */
export async function countMissing(
  catalogue: CatalogueStore,
  categoryId: number | null = null,
): Promise<LadderCounts> {
  const counts: LadderCounts = { gifs: 0, lacking: 0, missing: {} }
  for await (const gif of walk(catalogue, categoryId)) {
    const missing = missingRenditions(gif)
    counts.gifs += 1
    if (missing.length > 0) counts.lacking += 1
    for (const name of missing) counts.missing[name] = (counts.missing[name] ?? 0) + 1
  }
  return counts
}

/**
 * Queues derivations of missing renditions, newest GIF first, for any process that claims derivations. Adds a few at a
 * time and waits for them, so that the queue stays short. When started again, it continues with those still missing.
 */
export async function makeMissing(stores: MissingStores, options: MakeMissingOptions): Promise<MadeMissing> {
  const { limit, window, signal, categoryId, onProgress } = options
  const { lacking } = await countMissing(stores.catalogue, categoryId)
  const made = { done: 0, incomplete: 0 }
  const open = new Set<string>()
  const begun = new Set<string>()
  const lookUntil = async (most: number) => {
    while (open.size > most && !signal.aborted) {
      await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined)
      await noteEnded(stores, open, made)
      onProgress(made.done, Math.min(limit, lacking))
    }
  }
  for await (const gif of walk(stores.catalogue, categoryId)) {
    if (signal.aborted || begun.size >= limit) break
    // Several GIFs may share files.
    if (missingRenditions(gif).length === 0 || begun.has(gif.mediaId)) continue
    begun.add(gif.mediaId)
    await addDerivation(stores, gif.mediaId)
    open.add(gif.mediaId)
    options.wake()
    await lookUntil(window - 1)
  }
  await lookUntil(0)
  return made
}

/** Adds the derivation of a GIF, unless one is already queued or nothing is missing any more. */
async function addDerivation(
  { tasks, unitOfWork, catalogue }: MissingStores,
  mediaId: string,
): Promise<void> {
  if ((await tasks.retention.claimedMedia([mediaId])).has(mediaId)) return
  const gif = await catalogue.gifByMediaId(mediaId)
  const missing = gif === undefined ? [] : missingRenditions(gif)
  if (missing.length === 0) return
  await unitOfWork.inTransaction(({ tasks }) =>
    tasks.addDerivation({
      id: randomId(22),
      mediaId,
      renditions: missing,
      // The loop count of an older GIF was never recorded.
      loops: 0,
      source: null,
      client,
      ownerId: null,
    }),
  )
}

async function noteEnded(
  { tasks, catalogue }: MissingStores,
  open: Set<string>,
  made: MadeMissing,
): Promise<void> {
  const stillOpen = await tasks.retention.claimedMedia([...open])
  for (const mediaId of [...open].filter((id) => !stillOpen.has(id))) {
    open.delete(mediaId)
    const gif = await catalogue.gifByMediaId(mediaId)
    made.done += 1
    if (gif !== undefined && missingRenditions(gif).length > 0) made.incomplete += 1
  }
}

async function* walk(catalogue: CatalogueStore, categoryId: number | null): AsyncIterable<CataloguedLadder> {
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const gifs = await catalogue.newestLadders(before, batch, categoryId)
    yield* gifs
    const last = gifs.at(-1)
    if (last === undefined || gifs.length < batch) return
    before = last.id
  }
}
