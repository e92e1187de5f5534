import { join } from 'node:path'
import { AppError } from '../../lib/app-error.ts'
import type { LocalPath, MediaStore, StoreKey } from '../../media/media-store.ts'
import type { CreationDeps } from '../creation-deps.ts'
import type { CreationRequest } from '../request.ts'
import type { TaskSource, UsedFile } from '../task.ts'
import {
  addedFile,
  isOwnSource,
  type KeptSticker,
  newFileName,
  pictureFile,
  preparedFile,
  type PreparedSource,
  type SourceOwner,
} from './prepared-source.ts'
import { noKeptPicture, noKeptSticker } from './source-store.ts'

/** What a creation uses of what is kept for its owner. */
export type ChosenFiles = {
  /** The pictures in their order: names of kept ones, null for the next one that is sent. None: as they are kept. */
  pictures: readonly (string | null)[]
  /** Kept stickers of one source, which come before those that are sent. */
  stickers: readonly KeptSticker[]
}

/** The pictures of a GIF: kept ones and so many that are sent, of which those without a place come last. */
export async function usedPictures(
  mediaStore: MediaStore,
  source: PreparedSource,
  names: readonly (string | null)[],
  sent: number,
): Promise<UsedFile[] | null> {
  const added = Array.from({ length: sent }, (): UsedFile => ({ name: newFileName(), isSent: true }))
  const known = new Set<string>()
  for (const name of names) {
    if (name === null || known.has(name)) continue
    const key = pictureFile(source, name)
    if (key === null || (await mediaStore.stat(key)) === undefined) throw noKeptPicture()
    known.add(name)
  }
  const used = names.flatMap((name) => (name === null ? added.splice(0, 1) : [{ name }]))
  used.push(...added)
  const isWhole = used.length === source.files && used.every(({ name }, index) => name === String(index + 1))
  return isWhole ? null : used
}

/** The stickers of a creation: kept ones of the owner's, then those that are sent. Throws AppError not_found. */
export async function usedStickers(
  { preparedSources, mediaStore }: CreationDeps,
  request: CreationRequest,
  { owner, stickers: kept = [] }: { owner: SourceOwner } & Partial<ChosenFiles>,
  sourceId: string,
): Promise<Pick<TaskSource, 'stickers' | 'stickersOf'>> {
  const overlay = 'overlay' in request ? request.overlay : undefined
  if (overlay === undefined || overlay.stickers.length + kept.length === 0) return {}
  const sent = overlay.stickers.map((): UsedFile => ({ name: newFileName(), isSent: true }))
  const [first] = kept
  if (first === undefined) return { stickers: sent }
  if (kept.some(({ source }) => source !== first.source)) throw noKeptSticker()
  const source = await preparedSources.read(first.source)
  if (source === undefined || !isOwnSource(source, owner)) throw noKeptSticker()
  for (const { name } of kept)
    if ((await mediaStore.stat(addedFile(source.id, name))) === undefined) throw noKeptSticker()
  const stickers = [...kept.map(({ name }) => ({ name })), ...sent]
  return source.id === sourceId ? { stickers } : { stickers, stickersOf: source.id }
}

/** Brings the files that a creation is made of into a folder; `sent` are there, in the order in which it has them. */
export async function fetchPictures(
  mediaStore: MediaStore,
  source: PreparedSource,
  { pictures }: TaskSource,
  sent: readonly LocalPath[],
  folder: string,
): Promise<LocalPath[]> {
  const own = Array.from({ length: source.files }, (_, index) => preparedFile(source.id, index))
  if (pictures === undefined) return fetchAll(mediaStore, own, { folder, prefix: 'prepared' })
  const keys = pictures.map(({ name, isSent }) => (isSent === true ? null : pictureFile(source, name)))
  return fetchAll(mediaStore, keys, { folder, prefix: 'prepared', sent })
}

/** Brings the stickers of a creation into a folder, where those that were `sent` are. Throws AppError not_found. */
export async function fetchStickers(
  mediaStore: MediaStore,
  task: TaskSource | undefined,
  sent: readonly LocalPath[],
  folder: string,
): Promise<LocalPath[]> {
  if (task?.stickers === undefined) return [...sent]
  const from = task.stickersOf ?? task.id
  const keys = task.stickers.map(({ name, isSent }) => (isSent === true ? null : addedFile(from, name)))
  return fetchAll(mediaStore, keys, { folder, prefix: 'sticker', sent }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? noKeptSticker() : error
  })
}

/** Fetches files in their order; for each null stands the next one that was sent. */
async function fetchAll(
  mediaStore: MediaStore,
  keys: readonly (StoreKey | null)[],
  { folder, prefix, sent = [] }: { folder: string; prefix: string; sent?: readonly LocalPath[] },
): Promise<LocalPath[]> {
  const paths: LocalPath[] = []
  const waiting = [...sent]
  for (const [index, key] of keys.entries()) {
    const path = key === null ? waiting.shift() : join(folder, `${prefix}-${index}`)
    if (path === undefined) throw new Error('a file that was sent is missing')
    if (key !== null) await mediaStore.fetch(key, path)
    paths.push(path)
  }
  return paths
}
