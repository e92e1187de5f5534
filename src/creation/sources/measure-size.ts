import { AppError } from '../../lib/app-error.ts'
import { randomId } from '../../lib/ids.ts'
import type { Requester } from '../client.ts'
import type { CreationDeps } from '../creation-deps.ts'
import { type CreationRequest, uploadsOf, withUploads } from '../request.ts'
import { checkCreation } from '../submit-creation.ts'
import { dropUploads, fetchUploads, storeUploads } from '../uploads.ts'
import { isOwnSource, type SourceOwner } from './prepared-source.ts'
import { type PreparedInput, sourceOfCreation } from './source-of-creation.ts'
import { type MeasurementState, noSource } from './source-store.ts'
import { creationPlan } from '../creation-plan.ts'
import type { RunContext, RunDeps } from '../run.ts'
import type { MeasurementClaim } from '../task.ts'
import { fetchPrepared } from './keep-prepared.ts'
import { fetchStickers } from './prepared-files.ts'

/** Which prepared source is measured, and who asks. */
export type MeasuredInput = PreparedInput & { id: string }

/**
 * Finds out what a GIF of a prepared source comes to before it is made: the maker asks where the browser has only a copy of
 * the source, of which a GIF has another size. All of it is for the owner of the source alone.
 */
export type SizeMeasurer = {
  /**
   * Has the GIF of a request measured, which is checked as one that is submitted; gives the id of the measurement. What
   * was measured of the same source is stopped. Throws AppError for a broken rule.
   */
  measure(request: CreationRequest, choice: MeasuredInput, from: Requester): Promise<string>
  /** Throws AppError not_found for a source or a measurement that is not there or not the owner's. */
  state(sourceId: string, id: string, owner: SourceOwner): Promise<MeasurementState>
  /** Stops what is measured of a source. Throws AppError not_found as `state`. */
  stop(sourceId: string, owner: SourceOwner): Promise<void>
}

export function sizeMeasurer(deps: CreationDeps): SizeMeasurer {
  const { preparedSources, mediaStore, limits, clientOf } = deps

  async function checkOwner(sourceId: string, owner: SourceOwner): Promise<void> {
    const source = await preparedSources.read(sourceId)
    if (source === undefined || !isOwnSource(source, owner)) throw noSource()
  }

  async function stopAll(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      deps.onMeasurementStopped(id)
      // Where that fails, the sweeper does it.
      await dropUploads(mediaStore, id).catch(() => undefined)
    }
  }

  return {
    async measure(request, choice, from) {
      if (!deps.measuresSizes) throw new AppError('not_found', { detail: 'noMeasuring' })
      await checkOwner(choice.id, choice.owner)
      if (request.kind === 'keep' || request.kind === 'edit')
        throw new AppError('invalid_value', { detail: 'onlyMadeMeasured' }, { field: 'keep' })
      const prepared = await sourceOfCreation(deps, request, choice)
      // Anything else would be fetched or kept for it.
      if (prepared?.task.isKept !== true) throw noSource()
      const checked = await checkCreation(deps, request, from, prepared)
      const id = randomId(22)
      let stopped: string[] = []
      await storeUploads(mediaStore, id, uploadsOf(checked), async (keys) => {
        const creation = { request: withUploads(checked, keys), prepared: prepared.task }
        const ownerId = from.viewer.account?.id ?? null
        const task = { id, sourceId: choice.id, ownerId, creation }
        stopped = await preparedSources.measure(task, limits.maxWaitingTasks, clientOf(from))
      })
      deps.onAccepted()
      await stopAll(stopped)
      return id
    },
    async state(sourceId, id, owner) {
      await checkOwner(sourceId, owner)
      const state = await preparedSources.measurement(sourceId, id)
      if (state === undefined) throw new AppError('not_found', { detail: 'noMeasurement' })
      return state
    },
    async stop(sourceId, owner) {
      await checkOwner(sourceId, owner)
      await stopAll(await preparedSources.stopMeasuring(sourceId))
    },
  }
}

/**
 * Encodes the GIF of a claimed measurement as it would be made, and notes what it comes to; nothing else is kept of it.
 * False when the claim was lost. Throws AppError not_found where the source is gone, and what the media engine throws.
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
    throw new Error('unreachable: only GIFs that are made anew are accepted')
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
