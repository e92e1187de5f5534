import type { Account } from '../../accounts/account.ts'
import type { CatalogueStore } from '../catalogue-store.ts'
import { showGif } from '../show-gif.ts'
import type { FavouriteStore } from './favourite-store.ts'
import type { CollectionLimits } from './limits.ts'

export type FavouriteDeps = {
  catalogue: Pick<CatalogueStore, 'gifByCode' | 'gifMovedFrom' | 'hasOpenNotices'>
  favourites: FavouriteStore
  collectionLimits: CollectionLimits
}

/**
 * Makes a GIF that the account may see a favourite of it. Throws AppError not_found for others, and invalid_value where it
 * has too many.
 */
export async function addFavourite(
  { catalogue, favourites, collectionLimits }: FavouriteDeps,
  account: Account,
  code: string,
): Promise<void> {
  const { id } = await showGif(catalogue, code, { account })
  await favourites.add(account.id, id, collectionLimits.maxFavourites)
}

/** Makes it none any more. Throws AppError not_found for a GIF that the account may not see. */
export async function removeFavourite(
  { catalogue, favourites }: Omit<FavouriteDeps, 'collectionLimits'>,
  account: Account,
  code: string,
): Promise<void> {
  const { id } = await showGif(catalogue, code, { account })
  await favourites.remove(account.id, id)
}
