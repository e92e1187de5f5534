import type { Viewer } from '../accounts/account.ts'
import { removeMedia } from '../media/media-files.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import { gifToManage } from './change-gif.ts'

export type RemoveGifDeps = {
  catalogue: Pick<CatalogueStore, 'gifByCode' | 'hasOpenReports' | 'gifByMediaId' | 'remove'>
  mediaStore: Pick<MediaStore, 'removeAll'>
}

/**
 * Removes a GIF for good: first its record, so that it is found no more, then its files unless another GIF shares them.
 * Its owner and operators may; throws AppError not_found for everyone else, and when it is gone already.
 */
export async function removeGif(deps: RemoveGifDeps, code: string, viewer: Viewer): Promise<void> {
  const { id, mediaId } = await gifToManage(deps.catalogue, code, viewer)
  await deps.catalogue.remove(id)
  const shared = await deps.catalogue.gifByMediaId(mediaId)
  if (shared === undefined) await removeMedia(deps.mediaStore, mediaId)
}
