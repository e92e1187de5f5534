import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fitTitle } from '../../catalogue/title-and-tags.ts'
import { AppError } from '../../lib/app-error.ts'
import { preparedFolder } from '../../media/media-files.ts'
import type { RunContext, RunDeps } from '../run.ts'
import type { PreparationClaim } from '../task.ts'
import { preparedFile, type PreparedSource, previewFile, previewFolder } from './prepared-source.ts'
import { type FoundSource, noSource } from './source-store.ts'

/** The progress from 0 to 1 at which fetching and rendering end. */
const fetchShare = 0.6
const renderEnd = 0.98

/**
 * Acquires the source of a claimed preparation and makes a version that browsers can play: files first, then ONE
 * transaction that records them and ends the task. Returns false if the claim was lost. Throws AppError not_found if
 * the source is gone, and the errors of the adapters.
 */
export async function runPreparation(
  deps: RunDeps,
  claim: PreparationClaim,
  context: RunContext,
): Promise<boolean> {
  const { mediaStore, mediaEngine, preparedSources } = deps
  const source = await preparedSources.read(claim.sourceId)
  if (source === undefined) throw noSource()
  const hasArrived = source.files > 0
  const got = hasArrived ? await fetchStored(deps, source, context) : await fetchLink(deps, source, context)
  const renderStart = hasArrived ? 0 : fetchShare
  const { input } = got
  const previewed = await mediaEngine.preview(
    source.kind === 'picture'
      ? { kind: 'convert', input }
      : { kind: 'preview', input, seconds: claim.seconds },
    context.workspace,
    {
      signal: context.signal,
      space: context.space,
      onProgress: (part) =>
        context.onProgress({ fraction: renderStart + part * (renderEnd - renderStart), step: 'rendering' }),
    },
  )
  context.onProgress({ fraction: renderEnd, step: 'storing' })
  const ownBytes = hasArrived ? 0 : (await stat(input)).size
  if (!hasArrived) await mediaStore.put(preparedFile(source.id, 0), input)
  if (previewed.path !== null) await mediaStore.put(previewFile(source.id, previewed.made), previewed.path)
  return record(deps, claim, {
    files: Math.max(1, source.files),
    addedBytes: ownBytes + previewed.bytes,
    title: got.title,
    preview: previewed.made,
  }).catch(async (error: unknown) => {
    if (!hasArrived) await mediaStore.removeAll(preparedFolder(source.id))
    // There is no room for it, so it is not counted either.
    else if (previewed.path !== null && error instanceof AppError)
      await mediaStore.removeAll(previewFolder(source.id, previewed.made))
    throw error
  })
}

type Got = { input: string; title: string | null }

async function fetchStored(
  { mediaStore }: RunDeps,
  { id, title }: PreparedSource,
  { workspace }: RunContext,
): Promise<Got> {
  const input = join(workspace, 'source')
  await mediaStore.fetch(preparedFile(id, 0), input)
  return { input, title }
}

async function fetchLink({ sources }: RunDeps, { url }: PreparedSource, context: RunContext): Promise<Got> {
  if (url === null) throw noSource()
  context.onProgress({ fraction: 0, step: 'fetching' })
  const { path, title } = await sources.fetch(new URL(url), context.workspace, {
    signal: context.signal,
    reserve: (bytes) => context.space.reserveNow(bytes),
    onProgress: (part) => context.onProgress({ fraction: part * fetchShare, step: 'fetching' }),
  })
  context.space.markWritten()
  return { input: path, title: fitTitle(title ?? '') ?? null }
}

async function record(
  { unitOfWork, mediaStore, sourceLimits }: RunDeps,
  claim: PreparationClaim,
  found: FoundSource,
): Promise<boolean> {
  const limits = await sourceLimits()
  const { isHeld, isThere, dropped } = await unitOfWork.inTransaction(async ({ tasks, sources }) => {
    const { standing } = await tasks.standing(claim)
    if (standing !== 'held') return { isHeld: standing === 'completed', isThere: true, dropped: [] }
    const recorded = await sources.record(claim.sourceId, found, limits)
    await tasks.complete(claim)
    return { isHeld: true, ...recorded }
  })
  // If this fails, the sweeper does it.
  for (const id of isThere ? dropped : [claim.sourceId, ...dropped])
    await mediaStore.removeAll(preparedFolder(id)).catch(() => undefined)
  return isHeld
}
