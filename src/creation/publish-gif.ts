import type { NewGif } from '../catalogue/gif.ts'
import { randomId } from '../lib/ids.ts'
import type { RenditionName } from '../media/rendition.ts'
import type { KeptSource } from './kept-source.ts'
import type { UnitOfWork } from './task-queue.ts'
import type { CreationClaim, TakenLoop } from './task.ts'

/** What is to be derived of a GIF once it is published. */
export type LaterRenditions = {
  renditions: RenditionName[]
  /** How many times the GIF plays; 0 is for ever. */
  loops: number
  source: KeptSource | null
  /** The most that all kept sources may take together. */
  maxSourceBytes: number
}

export type Published = {
  /** False where the claim is lost, and nothing was written. */
  isPublished: boolean
  /** Whether a derivation names the source that was stored. */
  keepsSource: boolean
}

/**
 * ONE transaction: the GIF, the task done, with the loop that was taken where one was looked for, and the derivation of
 * what is made later. Published, too, is what this claim has published already. Throws AppError invalid_value when the
 * category is gone.
 */
export function publishGif(
  unitOfWork: UnitOfWork,
  claim: CreationClaim,
  gif: NewGif,
  { loop = null, later = null }: { loop?: TakenLoop | null; later?: LaterRenditions | null } = {},
): Promise<Published> {
  return unitOfWork.inTransaction(async ({ catalogue, tasks }) => {
    const { standing, ownerId } = await tasks.standing(claim)
    if (standing !== 'held') {
      const isPublished = standing === 'completed'
      return { isPublished, keepsSource: isPublished }
    }
    await catalogue.add({ ...gif, code: claim.code, ownerId, sourceHash: claim.sourceHash ?? null })
    await tasks.complete(claim, loop)
    if (later === null || later.renditions.length === 0) return { isPublished: true, keepsSource: false }
    // Nothing is kept of an account that was removed meanwhile.
    const isOwnerGone = ownerId !== claim.ownerId
    const isKept =
      later.source !== null &&
      !isOwnerGone &&
      (await tasks.keptSourceBytes()) + later.source.bytes <= later.maxSourceBytes
    await tasks.addDerivation({
      id: randomId(22),
      mediaId: gif.mediaId,
      renditions: later.renditions,
      loops: later.loops,
      source: isKept ? later.source : null,
      client: claim.client,
      ownerId,
    })
    return { isPublished: true, keepsSource: isKept }
  })
}
