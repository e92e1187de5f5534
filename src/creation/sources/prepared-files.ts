import { join } from 'node:path'
import { AppError } from '../../lib/app-error.ts'
import type { LocalPath, MediaStore, StoreKey } from '../../media/media-store.ts'
import type { CreationDeps } from '../creation-deps.ts'
import type { CreationRequest } from '../request.ts'
import type { TaskSource, SourceFile } from '../task.ts'
import {
  addedFile,
  isOwnSource,
  type PreparedSticker,
  newFileName,
  pictureFile,
  preparedFile,
  type PreparedSource,
  type SourceOwner,
} from './prepared-source.ts'
import { noPreparedPicture, noPreparedSticker } from './source-store.ts'

/** The files of prepared sources that a creation uses. */
export type PreparedFiles = {
  /** The pictures in order: names of prepared ones, null for the next uploaded one. Empty: all of the source. */
  pictures: readonly (string | null)[]
  /** Prepared stickers, all of one source; they come before the uploaded ones. */
  stickers: readonly PreparedSticker[]
}

/** Lists the pictures of a GIF: prepared ones and uploaded ones; uploads without a position come last. */
export async function pictureFiles(
  mediaStore: MediaStore,
  source: PreparedSource,
  names: readonly (string | null)[],
  sent: number,
): Promise<SourceFile[] | null> {
  const added = Array.from({ length: sent }, (): SourceFile => ({ name: newFileName(), isSent: true }))
  const known = new Set<string>()
  for (const name of names) {
    if (name === null || known.has(name)) continue
    const key = pictureFile(source, name)
    if (key === null || (await mediaStore.stat(key)) === undefined) throw noPreparedPicture()
    known.add(name)
  }
  const used = names.flatMap((name) => (name === null ? added.splice(0, 1) : [{ name }]))
  used.push(...added)
  const isWhole = used.length === source.files && used.every(({ name }, index) => name === String(index + 1))
  return isWhole ? null : used
}

/** Lists the stickers of a creation: its owner's prepared ones, then the uploaded ones. Throws AppError not_found. */
export async function stickerFiles(
  { preparedSources, mediaStore }: CreationDeps,
  request: CreationRequest,
  { owner, stickers: prepared = [] }: { owner: SourceOwner } & Partial<PreparedFiles>,
  sourceId: string,
): Promise<Pick<TaskSource, 'stickers' | 'stickersOf'>> {
  const overlay = 'overlay' in request ? request.overlay : undefined
  if (overlay === undefined || overlay.stickers.length + prepared.length === 0) return {}
  const sent = overlay.stickers.map((): SourceFile => ({ name: newFileName(), isSent: true }))
  const [first] = prepared
  if (first === undefined) return { stickers: sent }
  if (prepared.some(({ source }) => source !== first.source)) throw noPreparedSticker()
  const source = await preparedSources.read(first.source)
  if (source === undefined || !isOwnSource(source, owner)) throw noPreparedSticker()
  for (const { name } of prepared)
    if ((await mediaStore.stat(addedFile(source.id, name))) === undefined) throw noPreparedSticker()
  const stickers = [...prepared.map(({ name }) => ({ name })), ...sent]
  return source.id === sourceId ? { stickers } : { stickers, stickersOf: source.id }
}

/** Fetches the pictures of a creation, in order, into a folder that already has the `sent` ones. */
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

/** Fetches the stickers of a creation into a folder that already has the `sent` ones. Throws AppError not_found. */
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
    throw error instanceof AppError && error.code === 'not_found' ? noPreparedSticker() : error
  })
}

/** Fetches files in order; null means the next uploaded one. */
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
