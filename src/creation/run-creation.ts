import { creationPlan } from './creation-plan.ts'
import type { NewGif } from '../catalogue/gif.ts'
import { fitTitle } from '../catalogue/title-and-tags.ts'
import { randomNumericId } from '../lib/ids.ts'
import type { CreationPlan, Rendered } from '../media/media-engine.ts'
import { preparedFolder, removeMedia, storeFiles } from '../media/media-files.ts'
import { gifFolder } from '../media/rendition.ts'
import { missingRenditions } from '../media/resolve-rendition.ts'
import { dropSource, sourcePlan, storeSource } from './kept-source.ts'
import { type LaterRenditions, publishGif } from './publish-gif.ts'
import { addressOf, uploadsOf } from './request.ts'
import type { RunContext, RunDeps } from './run.ts'
import type { CreationClaim, TaskSource } from './task.ts'
import { dropFolders, dropPrepared, fetchPrepared, storePrepared } from './sources/keep-prepared.ts'
import { namesInFolder } from './sources/prepared-source.ts'
import { fetchStickers } from './sources/prepared-files.ts'
import { fetchUploads } from './uploads.ts'

/** The progress from 0 to 1 at the end of each step. Fetching has no share if there is nothing to fetch. */
const fetchShare = 0.3
const renderEnd = 0.98

/**
 * Makes the GIF of a claimed task: acquires the source, renders, stores the files, and publishes. The row is written
 * after the files. Returns false if the claim was lost during the run; then, as after any error, no file is left.
 * Throws AppError for faults of the source, and the errors of the adapters.
 */
export async function runCreation(
  deps: RunDeps,
  claim: CreationClaim,
  context: RunContext,
): Promise<boolean> {
  const acquired = await acquire(deps, claim, context)
  const { inputs, stickers, title, renderStart } = acquired
  const mark = deps.watermarkText(claim.ownerId)
  const plan = creationPlan(claim.request, { inputs, stickers, mark })
  context.onProgress({ fraction: renderStart, step: 'rendering' })
  const rendered = await deps.mediaEngine.render(plan, context.workspace, {
    signal: context.signal,
    space: context.space,
    onProgress: (part) =>
      context.onProgress({ fraction: renderStart + part * (renderEnd - renderStart), step: 'rendering' }),
  })
  context.onProgress({ fraction: renderEnd, step: 'storing' })
  const { mediaId } = claim
  const gif = newGif(deps, claim, rendered, { mediaId, title })
  const isPublished = await storeAndPublish(deps, claim, { gif, plan, rendered, acquired })
  if (!isPublished) await removeMedia(deps.mediaStore, mediaId)
  return isPublished
}

type Made = { gif: NewGif; plan: CreationPlan; rendered: Rendered; acquired: Acquired }

async function storeAndPublish(
  deps: RunDeps,
  claim: CreationClaim,
  { gif, plan, rendered, acquired }: Made,
): Promise<boolean> {
  const { mediaStore, unitOfWork } = deps
  try {
    await storeFiles(mediaStore, gif.mediaId, rendered.files)
  } catch (error) {
    await mediaStore.removeAll(gifFolder(gif.mediaId))
    throw error
  }
  const { isPrepared, pageTitle } = acquired
  const prepared = await storePrepared(deps, claim, acquired, { isPrepared, title: pageTitle })
  const isKept = isPrepared || prepared !== null
  const later = await laterRenditions(deps, { gif, plan, rendered }, isKept ? claim : null)
  // If this throws, the transaction may still have been committed: the files stay, and if no row names them the sweeper
  // removes them.
  const { isPublished, keepsSource, keepsPrepared, dropped } = await publishGif(unitOfWork, claim, gif, {
    found: {
      loop: rendered.loop,
      missingCharacters: rendered.missingCharacters ?? [],
      sizeNote: rendered.sizeNote ?? null,
    },
    later,
    prepared,
  })
  // If this fails, the sweeper does it.
  if (later?.source && !keepsSource) await dropSource(mediaStore, gif.mediaId).catch(() => undefined)
  // If this claim was lost, the new claim stores its files under the same names.
  if (prepared !== null && !keepsPrepared && (isPublished || prepared.kind === 'source'))
    await dropFolders(mediaStore, prepared.folders).catch(() => undefined)
  await dropPrepared(mediaStore, dropped).catch(() => undefined)
  return isPublished
}

/**
 * Returns the renditions to derive from a GIF, and its source if it is kept: it moves into the media store, unless it
 * is already there as the prepared source of `claim`.
 */
async function laterRenditions(
  { derivations, mediaStore, clock }: RunDeps,
  { gif, plan, rendered: { loop, kept } }: Omit<Made, 'acquired'>,
  claim: CreationClaim | null,
): Promise<LaterRenditions | null> {
  const missing = derivations === undefined ? [] : missingRenditions(gif)
  if (derivations === undefined || missing.length === 0) return null
  const { keepSourceMs } = derivations
  const maxSourceBytes = keepSourceMs === 0 ? 0 : await derivations.maxSourceBytes()
  const until = clock.now() + keepSourceMs
  // A GIF that was kept as it is is stored for good; an edited animation is derived from the GIF that it became.
  const prepared = claim?.prepared
  const source =
    maxSourceBytes <= 0 || kept?.isOriginal === true || plan.kind === 'edit'
      ? null
      : prepared !== undefined
        ? {
            plan: sourcePlan(plan, loop),
            ...namedFiles(prepared, plan),
            bytes: 0,
            until,
            folder: preparedFolder(prepared.id),
          }
        : await storeSource(mediaStore, gif.mediaId, plan, { loop, until, maxBytes: maxSourceBytes })
  const loops = kept?.loops ?? ('gif' in plan ? plan.gif.loops : 0)
  return { renditions: missing, loops, source, maxSourceBytes }
}

/** Lists the files of a plan by their names in the prepared source. */
function namedFiles(prepared: TaskSource, plan: Exclude<CreationPlan, { kind: 'edit' }>) {
  const names = namesInFolder(prepared, plan.kind === 'pictures' ? plan.inputs.length : 1)
  return { names, files: names.length }
}

/** `isPrepared`: the inputs are those of a prepared source. `pageTitle` is the title of the page at an address. */
type Acquired = {
  inputs: string[]
  stickers: string[]
  title: string
  renderStart: number
  isPrepared: boolean
  pageTitle: string | null
}

async function acquire(
  deps: RunDeps,
  { request, prepared }: CreationClaim,
  context: RunContext,
): Promise<Acquired> {
  const address = addressOf(request)
  const sent = await fetchUploads(deps.mediaStore, uploadsOf(request), context.workspace)
  const sentStickers = sent.splice(request.uploads.length)
  const folder = context.workspace
  const stickers = await fetchStickers(deps.mediaStore, prepared, sentStickers, folder)
  if (prepared?.isKept === true) {
    const kept = await fetchPrepared(deps, prepared, { folder, sent, hasAddress: address !== null })
    if (kept !== null) {
      const title = request.title ?? kept.title ?? 'Untitled'
      return { inputs: kept.inputs, stickers, title, renderStart: 0, isPrepared: true, pageTitle: kept.title }
    }
  }
  if (address === null) {
    const title = request.title ?? 'Untitled'
    return { inputs: sent, stickers, title, renderStart: 0, isPrepared: false, pageTitle: null }
  }
  context.onProgress({ fraction: 0, step: 'fetching' })
  const source = await deps.sources.fetch(new URL(address), context.workspace, {
    signal: context.signal,
    reserve: (bytes) => context.space.reserveNow(bytes),
    onProgress: (part) => context.onProgress({ fraction: part * fetchShare, step: 'fetching' }),
  })
  context.space.markWritten()
  const pageTitle = fitTitle(source.title ?? '') ?? null
  const title = request.title ?? pageTitle ?? 'Untitled'
  return { inputs: [source.path], stickers, title, renderStart: fetchShare, isPrepared: false, pageTitle }
}

function newGif(
  { clock }: RunDeps,
  { code, ownerId, request }: CreationClaim,
  rendered: Rendered,
  { mediaId, title }: { mediaId: string; title: string },
): NewGif {
  return {
    code,
    tenorId: randomNumericId(),
    mediaId,
    title,
    categoryId: request.categoryId,
    tags: request.tags,
    width: rendered.width,
    height: rendered.height,
    durationMs: rendered.durationMs,
    frames: rendered.frames,
    renditions: rendered.files,
    hasAlpha: rendered.hasAlpha,
    look: rendered.look,
    alt: request.alt,
    flashing: rendered.flashing,
    ...(rendered.kept?.isOriginal === true && { isOriginal: true }),
    visibility: request.visibility,
    rating: request.rating,
    hidden: false,
    ownerId,
    createdAt: request.imported?.createdAt ?? clock.now(),
    uses: request.imported?.uses ?? 0,
  }
}
