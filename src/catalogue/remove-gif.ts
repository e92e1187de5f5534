import type { Viewer } from '../accounts/account.ts'
import { removeMedia } from '../media/media-files.ts'
import type { CatalogueStore, CheckOfGif } from './catalogue-store.ts'
import { gifToManage, mayManage, noGifToChange } from './change-gif.ts'
import type { DeleteKeys } from './delete-keys.ts'
import type { Gif } from './gif.ts'
import type { CatalogueStores } from './catalogue-stores.ts'

/**
 * Removes a GIF for good: first its record, so that it can no longer be found, then its files unless another GIF shares
 * them. Its owner and operators may; throws AppError not_found for everyone else, and if it is already gone.
 */
export async function removeGif(stores: CatalogueStores, code: string, viewer: Viewer): Promise<void> {
  await remove(stores, await gifToManage(stores.catalogue, code, viewer), (gif, isReported) => {
    if (!mayManage(gif, viewer, isReported)) throw noGifToChange()
  })
}

/** Removes a GIF for the holder of its delete key. Throws AppError not_found as `gifOfDeleteKey` does. */
export async function removeGifByKey(
  stores: CatalogueStores,
  deleteKeys: DeleteKeys,
  code: string,
  key: string,
): Promise<void> {
  await remove(stores, await gifOfDeleteKey(stores.catalogue, deleteKeys, code, key))
}

/**
 * Returns the GIF that a delete key opens. Throws AppError not_found for a wrong key and, in the same way, for a
 * missing GIF.
 */
export async function gifOfDeleteKey(
  catalogue: CatalogueStore,
  deleteKeys: DeleteKeys,
  code: string,
  key: string,
): Promise<Gif> {
  const gif = deleteKeys.isKey(code, key) ? await catalogue.gifByCode(code) : undefined
  if (gif === undefined) throw noGifToChange()
  return gif
}

/** Removes a GIF for its verified maker. Returns false, and keeps it, if it belongs to an account other than theirs. */
export async function removeMadeGif(
  stores: CatalogueStores,
  code: string,
  accountId: number | null,
): Promise<boolean> {
  const gif = await stores.catalogue.gifByCode(code)
  if (gif === undefined || (gif.ownerId !== null && gif.ownerId !== accountId)) return false
  await remove(stores, gif)
  return true
}

async function remove(
  { catalogue, mediaStore }: CatalogueStores,
  gif: Gif,
  check?: CheckOfGif,
): Promise<void> {
  const { mediaId } = (await catalogue.remove(gif.id, check)) ?? gif
  if (!(await catalogue.isMediaNamed(mediaId))) await removeMedia(mediaStore, mediaId)
}
