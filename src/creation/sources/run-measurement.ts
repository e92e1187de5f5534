import { creationPlan } from '../creation-plan.ts'
import { uploadsOf } from '../request.ts'
import type { RunContext, RunDeps } from '../run.ts'
import type { MeasurementClaim } from '../task.ts'
import { fetchUploads } from '../uploads.ts'
import { fetchPrepared } from './keep-prepared.ts'
import { noSource } from './source-store.ts'
import { fetchStickers } from './prepared-files.ts'

/**
 * Encodes the GIF of a claimed measurement as it would be made, and records its size; nothing else is kept. Returns
 * false if the claim was lost. Throws AppError not_found if the source is gone, and the errors of the media engine.
 */
export async function runMeasurement(
  deps: RunDeps,
  claim: MeasurementClaim,
  { workspace, signal, space, onProgress }: RunContext,
): Promise<boolean> {
  const { request, prepared } = claim.creation
  const sent = await fetchUploads(deps.mediaStore, uploadsOf(request), workspace)
  const sentStickers = sent.splice(request.uploads.length)
  const stickers = await fetchStickers(deps.mediaStore, prepared, sentStickers, workspace)
  const source = await fetchPrepared(deps, prepared, { folder: workspace, sent, hasAddress: false })
  if (source === null) throw noSource()
  const mark = deps.watermarkText(claim.ownerId)
  const plan = creationPlan(request, { inputs: source.inputs, stickers, mark })
  if (plan.kind !== 'video' && plan.kind !== 'pictures')
    throw new Error('unreachable: only GIFs of videos and pictures are measured')
  const measured = await deps.mediaEngine.measure(plan, workspace, {
    signal,
    space,
    onProgress: (fraction) => onProgress({ fraction, step: 'rendering' }),
  })
  return deps.unitOfWork.inTransaction(async ({ tasks }) => {
    const { standing } = await tasks.standing(claim)
    if (standing === 'held') await tasks.complete(claim, { measured })
    return standing !== 'lost'
  })
}
