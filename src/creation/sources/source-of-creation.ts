import { AppError } from '../../lib/app-error.ts'
import type { CreationDeps } from '../creation-deps.ts'
import { addressOf, type CreationRequest } from '../request.ts'
import type { TaskSource } from '../task.ts'
import { isOwnSource, newSourceId, type PreparedSource, type SourceOwner } from './prepared-source.ts'
import { noSource } from './source-store.ts'
import { type ChosenFiles, usedPictures, usedStickers } from './used-files.ts'

/** For whom the source of a creation is kept, and the prepared source that it is to be made of; null: of what it names. */
export type SourceChoice = { id: string | null; owner: SourceOwner } & Partial<ChosenFiles>

/** What a creation is made of where it names a prepared source; `files` is how many of its files it uses. */
export type ChosenSource = { task: TaskSource; files: number }

/**
 * The prepared source of a creation. An address is fetched again where its source is gone, or is that of another address;
 * without one, throws AppError not_found, and invalid_value where it is no source of such a GIF; all name the field.
 */
export async function sourceOfCreation(
  deps: CreationDeps,
  request: CreationRequest,
  choice: SourceChoice,
): Promise<ChosenSource | null> {
  const chosen = await chooseSource(deps, request, choice)
  // Whose source is not kept has no stickers here either.
  if (chosen === null) return null
  const { task, files } = chosen
  return { task: { ...task, ...(await usedStickers(deps, request, choice, task.id)) }, files }
}

async function chooseSource(
  deps: CreationDeps,
  request: CreationRequest,
  { id, owner, pictures = [] }: SourceChoice,
): Promise<ChosenSource | null> {
  const { browser } = owner
  const sent = request.uploads.length
  const fresh = (): ChosenSource | null =>
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
    throw new AppError('not_found', noSource().message, { field: 'prepared' })
  }
  if (url !== null && source.url !== url) return fresh()
  if (source.files === 0) {
    // It is still on its way, or could not be fetched.
    if (url !== null) return fresh()
    throw new AppError('invalid_value', 'The source is not here yet; wait until it is.', {
      field: 'prepared',
    })
  }
  if (!suits(source, request))
    throw new AppError('invalid_value', 'No GIF of this kind can be made of this source. Choose it again.', {
      field: 'prepared',
    })
  const used = namesPictures ? await usedPictures(deps.mediaStore, source, pictures, sent) : null
  const task = { id, isKept: true, browser, ...(used !== null && { pictures: used }) }
  return { task, files: used?.length ?? source.files }
}

function suits({ kind }: PreparedSource, request: CreationRequest): boolean {
  if (request.kind === 'pictures') return kind === 'pictures'
  return kind === 'link' || kind === 'upload'
}
