import { stat } from 'node:fs/promises'
import { preparedFolder } from '../../media/media-files.ts'
import type { LocalPath, MediaStore, StoreKey } from '../../media/media-store.ts'
import { AppError } from '../../lib/app-error.ts'
import { addressOf } from '../request.ts'
import type { CreationClaim, TaskSource } from '../task.ts'
import type { RunDeps } from '../run.ts'
import { addedFile, addedFolder, preparedFile, type SourceLimits } from './prepared-source.ts'
import { type NewSource, noSource } from './source-store.ts'
import type { TransactionStores } from '../task-queue.ts'
import { fetchPictures } from './prepared-files.ts'

/** The local files of a creation. */
export type LocalFiles = { inputs: LocalPath[]; stickers: LocalPath[] }

/** A prepared source, or files added to one, stored but not recorded yet. */
export type SourceToRecord = { limits: SourceLimits; folders: string[] } & (
  | { kind: 'source'; source: NewSource }
  | { kind: 'files'; id: string; bytes: number }
)

/**
 * Fetches the files of a prepared source into a folder that already has the `sent` ones. If the source is gone, returns
 * null if its address can be fetched instead, and otherwise throws AppError not_found.
 */
export async function fetchPrepared(
  { preparedSources, mediaStore }: RunDeps,
  task: TaskSource,
  { folder, sent, hasAddress }: { folder: string; sent: readonly LocalPath[]; hasAddress: boolean },
): Promise<{ inputs: LocalPath[]; title: string | null } | null> {
  const source = await preparedSources.read(task.id)
  try {
    if (source === undefined || source.files === 0) throw noSource()
    return { inputs: await fetchPictures(mediaStore, source, task, sent, folder), title: source.title }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    if (hasAddress) return null
    throw noSource()
  }
}

/**
 * Moves the files of a creation into the media store as its owner's prepared source; if that exists (`isPrepared`),
 * only the files that it lacks. Returns null if there is nothing to store, it is too large, or storing fails: that does
 * not fail the GIF.
 */
export async function storePrepared(
  deps: RunDeps,
  claim: CreationClaim,
  used: LocalFiles,
  { isPrepared, title }: { isPrepared: boolean; title: string | null },
): Promise<SourceToRecord | null> {
  const { mediaStore, sourceLimits } = deps
  const { prepared, request, ownerId } = claim
  // The result of an edit is itself a GIF, which can be edited again.
  if (prepared === undefined || request.kind === 'edit') return null
  if (ownerId === null && prepared.browser === null) return null
  const { id } = prepared
  const files = isPrepared ? addedFiles(prepared, used) : allFiles(prepared, used)
  if (files.length === 0) return null
  const folders = isPrepared ? files.map(({ folder }) => folder) : [preparedFolder(id)]
  try {
    const limits = await sourceLimits()
    const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    if (limits.keepMs === 0 || bytes > Math.min(limits.maxBytes, limits.maxBytesOfClient)) return null
    for (const { key, path } of files) await mediaStore.put(key, path)
    if (isPrepared) return { kind: 'files', id, bytes, limits, folders }
    return { kind: 'source', source: newSource(claim, prepared, used, { title, bytes }), limits, folders }
  } catch {
    // Faults of the media store show in its metrics and in /readyz.
    await dropFolders(mediaStore, folders).catch(() => undefined)
    return null
  }
}

function newSource(
  { request, ownerId, client }: CreationClaim,
  { id, browser }: TaskSource,
  { inputs }: LocalFiles,
  { title, bytes }: { title: string | null; bytes: number },
): NewSource {
  const url = addressOf(request)
  const kind = url !== null ? 'link' : request.kind === 'pictures' ? 'pictures' : 'upload'
  const owner = { ownerId, browser: ownerId === null ? browser : null, client: client ?? '' }
  return { id, ...owner, kind, url, title, files: inputs.length, bytes }
}

type FileToKeep = { key: StoreKey; path: LocalPath; folder: string }

/** Lists all files of a new source. */
function allFiles(task: TaskSource, { inputs, stickers }: LocalFiles): FileToKeep[] {
  const { id } = task
  const own = inputs.map((path, index) => ({
    key: preparedFile(id, index),
    path,
    folder: preparedFolder(id),
  }))
  return [...own, ...addedFiles({ ...task, stickersOf: id }, { inputs: [], stickers })]
}

/** Lists the files that an existing source lacks: the uploaded ones, and the stickers of another source. */
function addedFiles(
  { id, pictures = [], stickers = [], stickersOf }: TaskSource,
  used: LocalFiles,
): FileToKeep[] {
  const lists = [
    { names: pictures, paths: used.inputs, isOther: false },
    { names: stickers, paths: used.stickers, isOther: stickersOf !== undefined },
  ]
  return lists.flatMap(({ names, paths, isOther }) =>
    names.flatMap(({ name, isSent = false }, index) => {
      const path = paths[index]
      if (path === undefined || !(isSent || isOther)) return []
      return [{ key: addedFile(id, name), path, folder: addedFolder(id, name) }]
    }),
  )
}

/** Records a stored source or its new files, in the transaction of its GIF; returns null if there is no room. */
export function recordPreparedSource(
  sources: TransactionStores['sources'],
  stored: SourceToRecord,
): Promise<{ dropped: string[] } | null> {
  return stored.kind === 'source'
    ? sources.keep(stored.source, stored.limits)
    : sources.grow(stored.id, stored.bytes, stored.limits)
}

/** Removes the files of sources whose rows are gone. */
export async function dropPrepared(mediaStore: MediaStore, ids: readonly string[]): Promise<void> {
  await dropFolders(mediaStore, ids.map(preparedFolder))
}

/** Removes folders and their files. */
export async function dropFolders(mediaStore: MediaStore, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await mediaStore.removeAll(folder)
}
