import { stat } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import { readHead } from '../../lib/disk/files.ts'
import { randomId } from '../../lib/ids.ts'
import { acceptedVideos } from '../../media/accepted-files.ts'
import { sniffBytes, sniffConvertible, sniffVideo } from '../../media/file-type.ts'
import type { LocalPath } from '../../media/media-store.ts'
import type { Requester } from '../client.ts'
import type { CreationDeps } from '../creation-deps.ts'
import { dropPrepared } from './keep-prepared.ts'
import {
  isOwnSource,
  newSourceId,
  type PreparedSource,
  preparedFile,
  type SourceOwner,
} from './prepared-source.ts'
import { noSource, type Preparation } from './source-store.ts'

/** What is to be prepared: an address, a video, or a picture that is to be converted. */
export type SourceRequest = { kind: 'link'; url: string } | { kind: 'upload' | 'picture'; path: LocalPath }

/** A source and how its newest preparation stands. */
export type SourceState = { source: PreparedSource; preparation: Preparation | null }

/** How much longer each preview is than the one before it. */
const growth = 5

/** Sources that are prepared before a GIF is made of them. Each is its owner's alone: for others it is not there. */
export type SourcePreparer = {
  /** Accepts a source. When it resolves, its preparation waits in the queue. Throws AppError for a broken rule. */
  prepare(request: SourceRequest, from: Requester, owner: SourceOwner): Promise<PreparedSource>
  /** Throws AppError not_found for a source that is not there or not the owner's. */
  own(id: string, owner: SourceOwner): Promise<PreparedSource>
  state(id: string, owner: SourceOwner): Promise<SourceState>
  /** Has a first or a longer preview made, of at least so many seconds where they are told. */
  showMore(id: string, seconds: number | null, from: Requester, owner: SourceOwner): Promise<void>
  discard(id: string, owner: SourceOwner): Promise<void>
}

export function sourcePreparer(deps: CreationDeps): SourcePreparer {
  const { preparedSources: store, mediaStore, sourceLimits, limits, clientOf, onAccepted } = deps

  async function own(id: string, owner: SourceOwner): Promise<PreparedSource> {
    const source = await store.read(id)
    if (source === undefined || !isOwnSource(source, owner)) throw noSource()
    return source
  }

  async function addTask(
    source: PreparedSource,
    { kind, seconds }: { kind: 'preparation' | 'preview'; seconds: number },
    from: Requester,
  ): Promise<void> {
    const task = { id: randomId(22), sourceId: source.id, seconds, kind, ownerId: source.ownerId }
    await store.prepare(task, limits.maxWaitingTasks, clientOf(from))
    onAccepted()
  }

  return {
    own,
    async prepare(request, from, owner) {
      const limitsNow = await sourceLimits()
      if (limitsNow.keepMs === 0) throw new AppError('unavailable', { detail: 'noPreparing' })
      const url = request.kind === 'link' ? deps.checkAddress(request.url).href : null
      if (request.kind !== 'link') await checkFile(request)
      const bytes = request.kind === 'link' ? 0 : (await stat(request.path)).size
      const id = newSourceId()
      const source = {
        id,
        ownerId: owner.accountId,
        browser: owner.accountId === null ? owner.browser : null,
        client: clientOf(from).name,
        kind: request.kind,
        url,
        title: null,
        files: request.kind === 'link' ? 0 : 1,
        bytes,
      }
      // The row first: files that no row names are swept up.
      const { dropped } = await store.add(source, limitsNow)
      try {
        await dropPrepared(mediaStore, dropped)
        if (request.kind !== 'link') await mediaStore.put(preparedFile(id, 0), request.path)
        const added = await own(id, owner)
        await addTask(added, { kind: 'preparation', seconds: limitsNow.previewSeconds }, from)
        return added
      } catch (error) {
        await store.discard(id)
        await dropPrepared(mediaStore, [id])
        throw error
      }
    },
    async state(id, owner) {
      const source = await own(id, owner)
      return { source, preparation: await store.preparation(id) }
    },
    async showMore(id, seconds, from, owner) {
      const source = await own(id, owner)
      const { previewSeconds } = await sourceLimits()
      const shown = source.preview?.shownSeconds ?? 0
      if (source.preview !== null && shown >= source.preview.seconds) return
      const wanted = Math.max(previewSeconds, shown * growth, seconds ?? 0)
      await addTask(
        source,
        { kind: source.preview === null ? 'preparation' : 'preview', seconds: wanted },
        from,
      )
    },
    async discard(id, owner) {
      await own(id, owner)
      await store.discard(id)
      await dropPrepared(mediaStore, [id])
    },
  }
}

async function checkFile({ kind, path }: Extract<SourceRequest, { path: string }>): Promise<void> {
  const head = await readHead(path, sniffBytes)
  if (kind === 'upload' && sniffVideo(head) === null)
    throw new AppError('media_unsupported', { detail: 'fileType', types: acceptedVideos }, { field: 'file' })
  if (kind === 'picture' && sniffConvertible(head) === null)
    throw new AppError('media_unsupported', { detail: 'pictureNotConvertible' }, { field: 'picture' })
}
