import type { UnitOfWork } from './task-queue.ts'
import type { NewGif } from '../catalogue/gif.ts'
import { fitTitle } from '../catalogue/title-and-tags.ts'
import type { Clock } from '../lib/clock.ts'
import { randomNumericId } from '../lib/ids.ts'
import type { CreationPlan, MediaEngine, Rendered } from '../media/media-engine.ts'
import type { MediaStore } from '../media/media-store.ts'
import { removeMedia, storeFiles } from '../media/media-files.ts'
import { gifFolder } from '../media/rendition.ts'
import { missingRenditions } from '../media/resolve-rendition.ts'
import type { JobSpace } from './disk-space.ts'
import { dropSource, storeSource } from './kept-source.ts'
import { type LaterRenditions, publishGif } from './publish-gif.ts'
import { type AcceptedRequest, addressOf, uploadsOf } from './request.ts'
import type { SourceFetcher } from './source-fetcher.ts'
import type { CreationClaim, Progress } from './task.ts'
import { fetchUploads } from './uploads.ts'

export type RunDeps = {
  unitOfWork: UnitOfWork
  mediaStore: MediaStore
  mediaEngine: Pick<MediaEngine, 'render'>
  sources: Pick<SourceFetcher, 'fetch'>
  /** The watermark of what an account, or a visitor without one, makes; null where it carries none. */
  watermarkText: (accountId: number | null) => string | null
  clock: Clock
  /** Left out: nothing is derived of a GIF that is published. */
  derivations?: DerivationSettings | undefined
}

/** What is derived of each GIF once it is published, and how its source is kept for that. */
export type DerivationSettings = {
  /** How long a source is kept at most; 0: never. */
  keepSourceMs: number
  /** The most that all kept sources may take together now. */
  maxSourceBytes: () => Promise<number>
}

export type RunContext = {
  signal: AbortSignal
  /** A folder of this run's own, empty at the start. The caller removes it. */
  workspace: string
  /** The disk space of this run. The caller releases it. */
  space: JobSpace
  /** 0 to 1 over the whole run. */
  onProgress: (progress: Progress) => void
}

/** Where each step ends on the way from 0 to 1. Fetching takes no part of it where there is nothing to fetch. */
const fetchShare = 0.3
const renderEnd = 0.98

/**
 * Makes the GIF of a claimed task: acquire the source, render, store the files, publish. Bytes first, row
 * last. Returns false if the claim was lost meanwhile; then, as after any error, no file is left.
 * Throws AppError for faults of the source, and what the adapters throw.
 */
export async function runCreation(
  deps: RunDeps,
  claim: CreationClaim,
  context: RunContext,
): Promise<boolean> {
  const { inputs, stickers, title, renderStart } = await acquire(deps, claim.request, context)
  const plan = planOf(deps, claim, inputs, stickers)
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
  const isPublished = await storeAndPublish(deps, claim, { gif, plan, rendered })
  if (!isPublished) await removeMedia(deps.mediaStore, mediaId)
  return isPublished
}

async function storeAndPublish(
  deps: RunDeps,
  claim: CreationClaim,
  { gif, plan, rendered }: { gif: NewGif; plan: CreationPlan; rendered: Rendered },
): Promise<boolean> {
  const { mediaStore, unitOfWork } = deps
  try {
    await storeFiles(mediaStore, gif.mediaId, rendered.files)
  } catch (error) {
    await mediaStore.removeAll(gifFolder(gif.mediaId))
    throw error
  }
  const later = await laterRenditions(deps, gif, plan, rendered)
  // If this throws, the transaction may have been committed all the same: the files stay, and if no row
  // names them the sweeper removes them.
  const { isPublished, keepsSource } = await publishGif(unitOfWork, claim, gif, {
    loop: rendered.loop,
    later,
  })
  // Where that fails, the sweeper does it.
  if (later?.source && !keepsSource) await dropSource(mediaStore, gif.mediaId).catch(() => undefined)
  return isPublished
}

/** What is to be derived of a GIF, and the source for it where it is kept: it moves into the media store. */
async function laterRenditions(
  { derivations, mediaStore, clock }: RunDeps,
  gif: NewGif,
  plan: CreationPlan,
  { loop, kept }: Rendered,
): Promise<LaterRenditions | null> {
  const missing = derivations === undefined ? [] : missingRenditions(gif)
  if (derivations === undefined || missing.length === 0) return null
  const { keepSourceMs } = derivations
  const maxSourceBytes = keepSourceMs === 0 ? 0 : await derivations.maxSourceBytes()
  const until = clock.now() + keepSourceMs
  // The GIF that was kept is stored for good; what was edited is derived of the GIF that it became.
  const source =
    maxSourceBytes > 0 && kept?.isOriginal !== true && plan.kind !== 'edit'
      ? await storeSource(mediaStore, gif.mediaId, plan, { loop, until, maxBytes: maxSourceBytes })
      : null
  const loops = kept?.loops ?? ('gif' in plan ? plan.gif.loops : 0)
  return { renditions: missing, loops, source, maxSourceBytes }
}

type Acquired = { inputs: string[]; stickers: string[]; title: string; renderStart: number }

async function acquire(deps: RunDeps, request: AcceptedRequest, context: RunContext): Promise<Acquired> {
  const address = addressOf(request)
  const sent = await fetchUploads(deps.mediaStore, uploadsOf(request), context.workspace)
  const stickers = sent.splice(request.uploads.length)
  if (address === null) return { inputs: sent, stickers, title: request.title ?? 'Untitled', renderStart: 0 }
  context.onProgress({ fraction: 0, step: 'fetching' })
  const source = await deps.sources.fetch(new URL(address), context.workspace, {
    signal: context.signal,
    reserve: (bytes) => context.space.reserveNow(bytes),
    onProgress: (part) => context.onProgress({ fraction: part * fetchShare, step: 'fetching' }),
  })
  context.space.markWritten()
  const title = request.title ?? fitTitle(source.title ?? '') ?? 'Untitled'
  return { inputs: [source.path], stickers, title, renderStart: fetchShare }
}

function planOf(
  { watermarkText }: RunDeps,
  { request, ownerId }: CreationClaim,
  inputs: string[],
  stickers: string[],
): CreationPlan {
  const [input = ''] = inputs
  if (request.kind === 'keep') return { kind: 'keep', input }
  const { gif } = request
  const drawn = request.overlay === undefined ? {} : { overlay: { ...request.overlay, stickers } }
  const mark = request.watermark ? watermarkText(ownerId) : null
  if (request.kind === 'pictures') {
    const { width, height, resize, delayMs } = request
    return { kind: 'pictures', inputs, width, height, resize, delayMs, watermarkText: mark, gif, ...drawn }
  }
  if (request.kind === 'edit') {
    const { kind, frameList, startSeconds, endSeconds, repaints, keepsLoops, clip } = request
    return {
      kind,
      inputs,
      frameList,
      startSeconds,
      endSeconds,
      repaints,
      keepsLoops,
      clip,
      gif,
      watermarkText: mark,
      marksAnimations: false,
      ...drawn,
    }
  }
  const { startSeconds, endSeconds, clip } = request
  return { kind: 'video', input, startSeconds, endSeconds, watermarkText: mark, gif, clip, ...drawn }
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
