import { setTimeout as sleep } from 'node:timers/promises'
import type { CatalogueStore } from '../catalogue/catalogue-store.ts'
import { randomId } from '../lib/ids.ts'
import type { RenditionName } from '../media/rendition.ts'
import { type CataloguedLadder, missingRenditions } from '../media/resolve-rendition.ts'
import type { TaskQueue, UnitOfWork } from './task-queue.ts'

/** What a catalogue has and lacks. */
export type LadderCounts = {
  gifs: number
  /** GIFs that lack a rendition. */
  lacking: number
  /** How many GIFs lack each of the renditions that any lacks. */
  missing: Partial<Record<RenditionName, number>>
}

/** The stores that missing renditions are found and added in. */
type MissingStores = { catalogue: CatalogueStore; unitOfWork: UnitOfWork; tasks: TaskQueue }

export type MakeMissingOptions = {
  categoryId: number | null
  /** How many GIFs at most. */
  limit: number
  /** How many derivations of these GIFs may be open at once. */
  window: number
  /** Stops adding and waiting; what is open stays in the queue. */
  signal: AbortSignal
  onProgress: (done: number, of: number) => void
  /** Called when there are derivations to claim. */
  wake: () => void
}

export type MadeMissing = {
  /** GIFs whose derivation has ended. */
  done: number
  /** Those of them that still lack something. */
  incomplete: number
}

const batch = 500

/** How often is looked which derivations have ended. */
const lookEveryMs = 250

/** The client that these derivations are of, so that they take turns with those of new GIFs. */
const client = 'renditions make'

/** Counts what the GIFs of a category, or all, lack. Walks them once. */
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
 * Has what GIFs lack derived by whoever claims derivations, the newest GIF first: adds a few at a time and waits for
 * them, so that the queue stays short. Started again, it goes on with what is still missing.
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

/** Adds the derivation of a GIF, unless it waits already or has everything by now. */
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
      // How often an older GIF plays was never written down.
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
