import type { UnitOfWork } from './task-queue.ts'
import type { NewGif } from '../catalogue/gif.ts'
import { renditionNames, renditions } from '../media/rendition.ts'
import { randomId } from '../lib/ids.ts'
import type { CreationClaim, TakenLoop } from './task.ts'

const laterRenditions = renditionNames.filter((name) => renditions[name].made === 'later')

/**
 * ONE transaction: the GIF, the task done, with the loop that was taken where one was looked for, and the derivation of
 * the renditions that are made later. False, and nothing written, when the claim is lost; true too when this claim has
 * published already. Throws AppError invalid_value when the category is gone.
 */
export function publishGif(
  unitOfWork: UnitOfWork,
  claim: CreationClaim,
  gif: NewGif,
  loop: TakenLoop | null = null,
): Promise<boolean> {
  return unitOfWork.inTransaction(async ({ catalogue, tasks }) => {
    const { standing, ownerId } = await tasks.standing(claim)
    if (standing !== 'held') return standing === 'completed'
    await catalogue.add({ ...gif, code: claim.code, ownerId })
    await tasks.complete(claim, loop)
    if (laterRenditions.length > 0)
      await tasks.addDerivation({ id: randomId(22), mediaId: gif.mediaId, renditions: laterRenditions })
    return true
  })
}
