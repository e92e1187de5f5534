import { preparedFolder, removeMedia, sourceFolder } from '../media/media-files.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { AccountStore } from './account-store.ts'

/** Removes an account with its data and files; returns the number of GIFs whose files were removed. */
export async function removeAccount(
  accounts: AccountStore,
  mediaStore: MediaStore,
  accountId: number,
  publicGifs: 'keep' | 'remove',
): Promise<number> {
  const { removedMediaIds, sourceMediaIds, preparedIds } = await accounts.remove(accountId, publicGifs)
  // Files that a power cut leaves behind are removed by the sweeper, since no row refers to them.
  for (const mediaId of removedMediaIds) await removeMedia(mediaStore, mediaId)
  for (const mediaId of sourceMediaIds) await mediaStore.removeAll(sourceFolder(mediaId))
  for (const id of preparedIds) await mediaStore.removeAll(preparedFolder(id))
  return removedMediaIds.length
}
