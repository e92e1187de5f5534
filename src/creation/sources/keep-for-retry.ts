import type { ErrorCode, ErrorView } from '../../lib/app-error.ts'
import type { LocalPath } from '../../media/media-store.ts'
import { uploadsOf } from '../request.ts'
import type { RunDeps } from '../run.ts'
import type { CreationClaim } from '../task.ts'
import { fetchUploads } from '../uploads.ts'
import { dropFolders, dropPrepared, recordPreparedSource, storePrepared } from './keep-prepared.ts'
import { fetchStickers } from './prepared-files.ts'

/** Errors of the file itself: other options do not help. */
const ofFile: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['media_unsupported', 'media_broken'])

/**
 * Keeps the uploads of a failed creation as those of a successful one, so that its owner can change options without
 * uploading again. `workspace` is an empty folder, which the caller removes.
 */
export async function keepForRetry(
  deps: RunDeps,
  claim: CreationClaim,
  error: ErrorView,
  workspace: string,
): Promise<void> {
  const { unitOfWork, mediaStore } = deps
  const { prepared, request } = claim
  if (claim.kind !== 'creation' || prepared === undefined || ofFile.has(error.code)) return
  if (uploadsOf(request).length === 0) return
  const sent = await fetchUploads(mediaStore, uploadsOf(request), workspace)
  const sentStickers = sent.splice(request.uploads.length)
  const stickers = await fetchStickers(mediaStore, prepared, sentStickers, workspace)
  const stored = await storePrepared(
    deps,
    claim,
    { inputs: inputsOf(claim, sent), stickers },
    { isPrepared: prepared.isKept, title: null },
  )
  if (stored === null) return
  const room = await unitOfWork.inTransaction(({ sources }) => recordPreparedSource(sources, stored))
  await (room === null ? dropFolders(mediaStore, stored.folders) : dropPrepared(mediaStore, room.dropped))
}

/** Lists the inputs of a creation in order; those that are already kept are empty strings. */
function inputsOf({ prepared }: CreationClaim, sent: readonly LocalPath[]): LocalPath[] {
  const waiting = [...sent]
  if (prepared?.pictures === undefined) return waiting
  return prepared.pictures.map(({ isSent }) => (isSent === true ? (waiting.shift() ?? '') : ''))
}
