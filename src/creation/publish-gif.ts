import type { UnitOfWork } from './task-queue.ts'
import type { NewGif } from '../catalogue/gif.ts'
import type { CreationClaim, TakenLoop } from './task.ts'

/**
 * ONE transaction: the GIF, the task done, with the loop that was taken where one was looked for. False, and nothing written, when the claim is lost; true too when this claim has
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
    return true
  })
}
