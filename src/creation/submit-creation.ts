import { newCode } from '../catalogue/reserved-words.ts'
import { isListed } from '../catalogue/gif.ts'
import { hashManageKey, newManageKey } from '../catalogue/publishing/manage-key.ts'
import { firstState, isVisitor, visibilityOf } from '../catalogue/publishing/publishing-rules.ts'
import type { PublishingState } from '../catalogue/publishing/visitor-gif.ts'
import { isOwner } from '../catalogue/show-gif.ts'
import { checkAlt, checkTags, checkTitle } from '../catalogue/title-and-tags.ts'
import { AppError } from '../lib/app-error.ts'
import {
  checkPixels,
  stickerMissingError,
  pictureFactBytes,
  type PictureFacts,
  pictureFacts,
} from '../layers/pictures/picture-facts.ts'
import { readHead } from '../lib/disk/files.ts'
import { randomId } from '../lib/ids.ts'
import { acceptedPictures, acceptedVideos } from '../media/accepted-files.ts'
import { sniffBytes, sniffConvertible, sniffPicture, sniffVideo } from '../media/file-type.ts'
import type { Requester } from './client.ts'
import type { CreationDeps } from './creation-deps.ts'
import { minPictures } from '../options/picture-options.ts'
import { type CreationRequest, uploadsOf, withUploads } from './request.ts'
import { checkAppended, checkOptions, checkPermissions } from './rules.ts'
import { type CreationSource, type PreparedInput, sourceOfCreation } from './sources/source-of-creation.ts'
import type { NewTask } from './task.ts'
import { storeUploads } from './uploads.ts'

/** An accepted creation: the id of its task, and the code that the GIF will have. */
export type AcceptedCreation = {
  id: string
  code: string
  /** For a visitor without an account: who will see the GIF, and the key that manages it, which is stored nowhere. */
  visitor: { manageKey: string; state: PublishingState } | null
  /** The code of a GIF of the same file that the requester may know of. */
  existing: string | null
}

/**
 * `sourceHash` is the SHA-256 of the upload, where a GIF of the same file is to be told. `source` says for whom the source
 * is kept, and which prepared one it is made of; without one nothing is kept.
 */
export type SubmitCreation = (
  request: CreationRequest,
  from: Requester,
  sourceHash?: Uint8Array | null,
  source?: PreparedInput | null,
) => Promise<AcceptedCreation>

/**
 * Accepts creations: every rule is checked, then the uploads are stored, then ONE row is written. When the
 * promise resolves, the task survives anything but the loss of the disk. Throws AppError for a broken rule.
 */
export function creationSubmitter(deps: CreationDeps): SubmitCreation {
  const { mediaStore, tasks, limits, clientOf } = deps
  return async (request, from, sourceHash = null, source = null) => {
    const visitor = isVisitor(from.viewer)
      ? { manageKey: newManageKey(), state: firstState(deps.publishing, request.visibility) }
      : null
    const prepared = source && (await sourceOfCreation(deps, withAddress(deps, request), source))
    const checked = await checkCreation(deps, request, from, prepared)
    const visibility = visitor === null ? checked.visibility : visibilityOf(visitor.state)
    const existing = sourceHash && (await existingGif(deps, sourceHash, from))
    const id = randomId(22)
    const code = newCode()
    await storeUploads(mediaStore, id, uploadsOf(checked), async (keys) => {
      const accepted = withUploads({ ...checked, visibility }, keys)
      const ownerId = from.viewer.account?.id ?? null
      if (ownerId !== null) await deps.checkOwner(ownerId)
      const trace = deps.traceparent?.() ?? null
      const task: NewTask = {
        ...{ id, code, request: accepted, ownerId },
        ...(visitor !== null && {
          visitor: { keyHash: hashManageKey(visitor.manageKey), state: visitor.state },
        }),
        ...(trace !== null && { trace }),
        ...(prepared !== null && { prepared: prepared.task }),
      }
      // Of a file that a GIF is made of, any part and options may have been asked for: it does not stand for the GIF.
      const added = request.kind === 'keep' && sourceHash !== null ? { ...task, sourceHash } : task
      await tasks.submissions.add(added, limits.maxWaitingTasks, clientOf(from))
    })
    deps.onAccepted()
    return { id, code, visitor, existing }
  }
}

/** The code of a GIF of the same file: a listed one, or one of the requester's. */
async function existingGif({ catalogue }: CreationDeps, sourceHash: Uint8Array, { viewer }: Requester) {
  const gifs = await catalogue.gifsOfSource(sourceHash, viewer.account?.id ?? null)
  return gifs.find((gif) => isListed(gif) || isOwner(gif, viewer))?.code ?? null
}

/** The request of a creation as it is accepted. Throws AppError for every rule that it breaks. */
export async function checkCreation(
  deps: CreationDeps,
  request: CreationRequest,
  { viewer }: Requester,
  prepared: CreationSource | null,
): Promise<CreationRequest> {
  const { visibility } = request
  // An animation that is kept has none.
  checkPermissions(viewer, { visibility, leavesWatermarkOut: request.kind !== 'keep' && !request.watermark })
  if ((await deps.catalogue.categoryById(request.categoryId)) === undefined) {
    throw new AppError('invalid_value', { detail: 'categoryIdNotValid' }, { field: 'category' })
  }
  const title = request.title === null ? null : checkTitle(request.title)
  const alt = request.alt === null ? null : checkAlt(request.alt)
  const tags = checkTags(request.tags)
  const isPrepared = prepared?.task.isKept === true
  const files = isPrepared ? prepared.files : request.uploads.length
  if (request.kind === 'pictures') await checkPictures(deps, request.uploads, files)
  if (request.kind !== 'keep' && request.overlay !== undefined) await checkStickers(request.overlay.stickers)
  checkOptions(request, deps.limits, files)
  if (request.kind === 'video' || request.kind === 'keep') {
    for (const path of request.uploads) await checkVideo(path)
  }
  if (request.kind === 'edit') await checkEdit(deps, request)
  return withAddress(deps, { ...request, title, alt, tags })
}

/** The request with its address as it is stored. Throws AppError as `SourceFetcher.check`. */
function withAddress({ checkAddress }: CreationDeps, request: CreationRequest): CreationRequest {
  if (request.kind === 'url') return { ...request, url: checkAddress(request.url).href }
  if (request.kind === 'keep' && request.url !== null)
    return { ...request, url: checkAddress(request.url).href }
  return request
}

/** Throws AppError unless every animation that is edited or appended is of an accepted format, and there are few enough. */
async function checkEdit(
  { limits }: CreationDeps,
  { uploads, startSeconds, endSeconds }: Extract<CreationRequest, { kind: 'edit' }>,
): Promise<void> {
  checkAppended(uploads.length - 1, limits)
  if (endSeconds !== null && endSeconds <= (startSeconds ?? 0)) {
    throw new AppError('invalid_value', { detail: 'endBeforeStart' }, { field: 'end' })
  }
  for (const [index, path] of uploads.entries())
    await checkVideo(path, index === 0 ? 'file' : 'append_files[]')
}

/** `count` is how many there are with those that are kept. */
async function checkPictures(deps: CreationDeps, paths: string[], count: number): Promise<void> {
  const { maxPictures } = deps.limits
  if (count < minPictures || count > maxPictures) {
    throw new AppError(
      'invalid_value',
      { detail: 'pictureCount', min: minPictures, max: maxPictures },
      { field: 'pictures[]' },
    )
  }
  for (const [index, path] of paths.entries()) await checkPicture(path, index + 1)
}

/**
 * Throws AppError media_unsupported unless the first bytes of each are those of a picture that can be drawn over a GIF, and
 * media_too_large where they say that all have too many pixels.
 */
async function checkStickers(paths: string[]): Promise<void> {
  const stickers: PictureFacts[] = []
  for (const [index, path] of paths.entries()) {
    const facts = pictureFacts(await readHead(path, pictureFactBytes))
    if (facts === null) throw stickerMissingError(index)
    stickers.push(facts)
  }
  checkPixels(stickers)
}

/** Throws AppError media_unsupported unless the first bytes are those of an accepted video format. */
async function checkVideo(path: string, field = 'video'): Promise<void> {
  if (sniffVideo(await readHead(path, sniffBytes)) === null) {
    throw new AppError(
      'media_unsupported',
      { detail: 'videoType', name: field, types: acceptedVideos },
      { field },
    )
  }
}

/**
 * Throws AppError media_unsupported unless the first bytes are those of an accepted picture format. Whether HEIC can be
 * decoded is known where the GIF is made, which may be another machine.
 */
async function checkPicture(path: string, place: number): Promise<void> {
  const head = await readHead(path, sniffBytes)
  if (sniffPicture(head) !== null || sniffConvertible(head) !== null) return
  throw new AppError(
    'media_unsupported',
    { detail: 'pictureType', place, types: acceptedPictures },
    { field: 'pictures[]' },
  )
}
