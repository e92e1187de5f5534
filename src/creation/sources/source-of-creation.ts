import { AppError } from '../../lib/app-error.ts'
import type { CreationDeps } from '../creation-deps.ts'
import { addressOf, type CreationRequest } from '../request.ts'
import type { TaskSource } from '../task.ts'
import { isOwnSource, newSourceId, type PreparedSource, type SourceOwner } from './prepared-source.ts'
import { noSource } from './source-store.ts'
import { type PreparedFiles, pictureFiles, stickerFiles } from './prepared-files.ts'

/** The prepared source that a creation is to be made of, and its owner; a null id means the source that the request names. */
export type PreparedInput = { id: string | null; owner: SourceOwner } & Partial<PreparedFiles>

/** The prepared source that a creation uses or adds; `files` is how many of its files it uses. */
export type CreationSource = { task: TaskSource; files: number }

/**
 * Finds the prepared source of a creation; null if it has none and adds none. An address is fetched again if its source is
 * gone or is that of another address. Without an address, throws AppError not_found, and invalid_value if the source does
 * not suit the GIF; all name the field.
 */
export async function sourceOfCreation(
  deps: CreationDeps,
  request: CreationRequest,
  input: PreparedInput,
): Promise<CreationSource | null> {
  const found = await findSource(deps, request, input)
  // Without a source there are no stickers of one either.
  if (found === null) return null
  const { task, files } = found
  return { task: { ...task, ...(await stickerFiles(deps, request, input, task.id)) }, files }
}

async function findSource(
  deps: CreationDeps,
  request: CreationRequest,
  { id, owner, pictures = [] }: PreparedInput,
): Promise<CreationSource | null> {
  const { browser } = owner
  const sent = request.uploads.length
  const fresh = (): CreationSource | null =>
    owner.accountId === null && browser === null
      ? null
      : { task: { id: newSourceId(), isKept: false, browser }, files: sent }
  const namesPictures = request.kind === 'pictures' && pictures.some((name) => name !== null)
  // What is sent with it counts.
  if (id === null || (sent > 0 && !namesPictures)) return fresh()
  const source = await deps.preparedSources.read(id)
  const url = addressOf(request)
  if (source === undefined || !isOwnSource(source, owner)) {
    if (url !== null) return fresh()
    throw new AppError('not_found', noSource().text, { field: 'prepared' })
  }
  if (url !== null && source.url !== url) return fresh()
  if (source.files === 0) {
    // It is still on its way, or could not be fetched.
    if (url !== null) return fresh()
    throw new AppError('invalid_value', { detail: 'sourceNotReady' }, { field: 'prepared' })
  }
  if (!suits(source, request))
    throw new AppError('invalid_value', { detail: 'wrongKindOfSource' }, { field: 'prepared' })
  const used = namesPictures ? await pictureFiles(deps.mediaStore, source, pictures, sent) : null
  const task = { id, isKept: true, browser, ...(used !== null && { pictures: used }) }
  return { task, files: used?.length ?? source.files }
}

function suits({ kind }: PreparedSource, request: CreationRequest): boolean {
  if (request.kind === 'pictures') return kind === 'pictures'
  return kind === 'link' || kind === 'upload'
}
