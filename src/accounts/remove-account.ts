import type { MediaStore } from '../media/media-store.ts'
import type { AccountStore } from './account-store.ts'

export type RemoveAccountDeps = {
  accounts: Pick<AccountStore, 'remove'>
  mediaStore: Pick<MediaStore, 'removeAll'>
}

/** Removes an account with all that is its own, files too; gives how many GIFs' files went. */
export async function removeAccount(
  { accounts, mediaStore }: RemoveAccountDeps,
  accountId: number,
  publicGifs: 'keep' | 'remove',
): Promise<number> {
  const { removedMediaIds } = await accounts.remove(accountId, publicGifs)
  // A file that a power cut leaves behind is found by the sweeper: no row names it.
  for (const mediaId of removedMediaIds) await mediaStore.removeAll(`gifs/${mediaId}`)
  return removedMediaIds.length
}
