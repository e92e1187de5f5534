import type { NewGif } from '../catalogue/gif.ts'
import { randomId } from '../lib/ids.ts'
import type { RenditionName } from '../media/rendition.ts'
import type { KeptSource } from './kept-source.ts'
import { type SourceToRecord, recordPreparedSource } from './sources/keep-prepared.ts'
import { keptShareOfClient } from './sources/prepared-source.ts'
import type { TransactionStores, UnitOfWork } from './task-queue.ts'
import type { CreationClaim, FoundInGif } from './task.ts'

/** The renditions to derive from a GIF after it is published. */
export type LaterRenditions = {
  renditions: RenditionName[]
  /** The number of times the GIF plays; 0 means forever. */
  loops: number
  source: KeptSource | null
  /** The maximum size of all kept sources together. */
  maxSourceBytes: number
}

export type Published = {
  /** False if the claim was lost and nothing was written. */
  isPublished: boolean
  /** True if a derivation refers to the stored source. */
  keepsSource: boolean
  /** True if the owner's kept source is recorded. */
  keepsPrepared: boolean
  /** Prepared sources that were dropped to make room for this one. */
  dropped: string[]
}

/**
 * Writes ONE transaction: the GIF, the finished task with the loop that was found, the derivation of later renditions,
 * and the owner's kept source. Returns `isPublished` also if this claim has already published the GIF. Throws AppError
 * invalid_value if the category is gone.
 */
export function publishGif(
  unitOfWork: UnitOfWork,
  claim: CreationClaim,
  gif: NewGif,
  {
    found = {},
    later = null,
    prepared = null,
  }: { found?: FoundInGif; later?: LaterRenditions | null; prepared?: SourceToRecord | null } = {},
): Promise<Published> {
  return unitOfWork.inTransaction(async ({ catalogue, tasks, sources }) => {
    const { standing, ownerId } = await tasks.standing(claim)
    if (standing !== 'held') {
      const isPublished = standing === 'completed'
      return { isPublished, keepsSource: isPublished, keepsPrepared: isPublished, dropped: [] }
    }
    await catalogue.add({ ...gif, code: claim.code, ownerId, sourceHash: claim.sourceHash ?? null })
    await tasks.complete(claim, found)
    // Nothing is kept for an account that was removed during the run.
    const isOwnerGone = ownerId !== claim.ownerId
    const room = prepared === null || isOwnerGone ? null : await recordPreparedSource(sources, prepared)
    if (claim.prepared !== undefined)
      await sources.noteGif(claim.prepared.id, { code: claim.code, taskId: claim.id })
    const published = { isPublished: true, keepsPrepared: room !== null, dropped: room?.dropped ?? [] }
    if (later === null || later.renditions.length === 0) return { ...published, keepsSource: false }
    const isKept =
      later.source !== null &&
      !isOwnerGone &&
      (prepared === null || room !== null) &&
      (await hasRoom(tasks, claim.client, later.source.bytes, later.maxSourceBytes))
    await tasks.addDerivation({
      id: randomId(22),
      mediaId: gif.mediaId,
      renditions: later.renditions,
      loops: later.loops,
      source: isKept ? later.source : null,
      client: claim.client,
      ownerId,
    })
    return { ...published, keepsSource: isKept }
  })
}

/** Returns true if this many more bytes may be kept: within the total and within the share of a client. */
async function hasRoom(
  tasks: TransactionStores['tasks'],
  client: string | null,
  bytes: number,
  maxBytes: number,
): Promise<boolean> {
  const { all, ofClient } = await tasks.keptSourceBytes(client)
  const isWithinShare = client === null || bytes === 0 || ofClient + bytes <= keptShareOfClient(maxBytes)
  return all + bytes <= maxBytes && isWithinShare
}
