import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CreationPlan } from '../../media/media-engine.ts'
import { preparedFolder } from '../../media/media-files.ts'
import type { MediaStore } from '../../media/media-store.ts'
import { AppError } from '../../lib/app-error.ts'
import type { KeptForOwner } from '../publish-gif.ts'
import { addressOf } from '../request.ts'
import type { CreationClaim } from '../task.ts'
import type { PreparedSettings } from './prepared-settings.ts'
import { preparedFile } from './prepared-source.ts'
import { noSource } from './source-store.ts'

type Deps = { prepared?: PreparedSettings } & { mediaStore: Pick<MediaStore, 'fetch' | 'put' | 'removeAll'> }

/**
 * Brings the files of a prepared source into a folder. Where it is gone, null if there is an address to fetch instead;
 * otherwise throws AppError not_found.
 */
export async function fetchPrepared(
  { prepared, mediaStore }: Deps,
  id: string,
  folder: string,
  hasAddress: boolean,
): Promise<{ inputs: string[]; title: string | null } | null> {
  const source = await prepared?.store.read(id)
  try {
    if (source === undefined || source.files === 0) throw noSource()
    const inputs: string[] = []
    for (let index = 0; index < source.files; index++) {
      const path = join(folder, `prepared-${index}`)
      await mediaStore.fetch(preparedFile(id, index), path)
      inputs.push(path)
    }
    return { inputs, title: source.title }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    if (hasAddress) return null
    throw noSource()
  }
}

/**
 * Moves what a GIF was made of into the media store, to be kept for who asked for it; null where it is not to be kept, is
 * too large, or could not be stored: a GIF does not fail for that.
 */
export async function storePrepared(
  { mediaStore, prepared: settings }: Deps,
  { prepared, request, ownerId, client }: CreationClaim,
  plan: CreationPlan,
  title: string | null,
): Promise<KeptForOwner | null> {
  // What was edited is a GIF itself, which can be edited again.
  if (settings === undefined || prepared === undefined || plan.kind === 'edit') return null
  if (ownerId === null && prepared.browser === null) return null
  const limits = await settings.limits()
  const paths = plan.kind === 'pictures' ? plan.inputs : [plan.input]
  const { id } = prepared
  try {
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    if (limits.keepMs === 0 || bytes > Math.min(limits.maxBytes, limits.maxBytesOfClient)) return null
    for (const [index, path] of paths.entries()) await mediaStore.put(preparedFile(id, index), path)
    const url = addressOf(request)
    const kind = url !== null ? 'link' : plan.kind === 'pictures' ? 'pictures' : 'upload'
    const browser = ownerId === null ? prepared.browser : null
    const files = paths.length
    return { source: { id, ownerId, browser, client: client ?? '', kind, url, title, files, bytes }, limits }
  } catch {
    // What the media store lacks shows in its metrics and in /readyz.
    await dropPrepared(mediaStore, [id]).catch(() => undefined)
    return null
  }
}

/** Removes the files of sources whose rows are gone. */
export async function dropPrepared(
  mediaStore: Pick<MediaStore, 'removeAll'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) await mediaStore.removeAll(preparedFolder(id))
}
