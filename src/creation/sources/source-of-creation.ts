import { AppError } from '../../lib/app-error.ts'
import { addressOf, type CreationRequest } from '../request.ts'
import type { TaskSource } from '../task.ts'
import { isOwnSource, newSourceId, type PreparedSource, type SourceOwner } from './prepared-source.ts'
import { noSource, type PreparedSourceStore } from './source-store.ts'

/** For whom the source of a creation is kept, and the prepared source that it is to be made of; null: of what it names. */
export type SourceChoice = { id: string | null; owner: SourceOwner }

/** What a creation is made of where it names a prepared source; `files` is how many it has. */
export type ChosenSource = { task: TaskSource; files: number }

/**
 * The prepared source of a creation. An address is fetched again where its source is gone, or is that of another address;
 * without one, throws AppError not_found, and invalid_value where it is no source of such a GIF; all name `prepared`.
 */
export async function sourceOfCreation(
  store: Pick<PreparedSourceStore, 'read'>,
  request: CreationRequest,
  { id, owner }: SourceChoice,
): Promise<ChosenSource | null> {
  const { browser } = owner
  const fresh = (): ChosenSource | null =>
    owner.accountId === null && browser === null
      ? null
      : { task: { id: newSourceId(), isKept: false, browser }, files: request.uploads.length }
  // What is sent with it counts.
  if (id === null || request.uploads.length > 0) return fresh()
  const source = await store.read(id)
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
  return { task: { id, isKept: true, browser }, files: source.files }
}

function suits({ kind }: PreparedSource, request: CreationRequest): boolean {
  if (request.kind === 'pictures') return kind === 'pictures'
  return kind === 'link' || kind === 'upload'
}
